#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CPageServer.h"

// The code of one loaded file, or of the program: what is mapped to be run and was never written to.
static int give_back(struct dl_phdr_info *info, size_t size, void *page) {
  (void)size;
  uintptr_t mask = *(const uintptr_t *)page - 1;
  for (int at = 0; at < info->dlpi_phnum; at++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[at];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X) || (header->p_flags & PF_W)) continue;
    uintptr_t start = (info->dlpi_addr + header->p_vaddr + mask) & ~mask;
    uintptr_t end = (info->dlpi_addr + header->p_vaddr + header->p_filesz) & ~mask;
    // What cannot be given back, such as the kernel's own page, stays: nothing depends on it.
    if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

void page_give_back_code(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  dl_iterate_phdr(give_back, &page);
}
