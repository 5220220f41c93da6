#include "CQREncode.h"
#include <dlfcn.h>
#include <pthread.h>
#include <qrencode.h>

static struct {
  __typeof__(&QRcode_encodeString) encode;
  __typeof__(&QRcode_free) release;
} library;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *found = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!found) return;
  *(void **)&library.encode = dlsym(found, "QRcode_encodeString");
  *(void **)&library.release = dlsym(found, "QRcode_free");
  is_loaded = library.encode && library.release;
}

int qr_code_draw(const char *text, unsigned char *modules, int capacity) {
  pthread_once(&once, load);
  if (!is_loaded) return 0;
  QRcode *code = library.encode(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
  if (!code) return 0;
  int width = code->width * code->width <= capacity ? code->width : 0;
  for (int place = 0; place < width * width; place++) modules[place] = code->data[place] & 1;
  library.release(code);
  return width;
}
