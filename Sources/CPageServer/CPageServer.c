#define _GNU_SOURCE
#include "CPageServer.h"
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// The functions of libmicrohttpd that are used, with the types that its header gives them.
static struct {
  __typeof__(&MHD_start_daemon) start;
  __typeof__(&MHD_stop_daemon) stop;
  __typeof__(&MHD_run) run;
  __typeof__(&MHD_get_timeout) timeout;
  __typeof__(&MHD_get_daemon_info) daemon_info;
  __typeof__(&MHD_get_connection_info) connection_info;
  __typeof__(&MHD_get_connection_values) values;
  __typeof__(&MHD_suspend_connection) suspend;
  __typeof__(&MHD_resume_connection) resume;
  __typeof__(&MHD_create_response_from_buffer) response;
  __typeof__(&MHD_create_response_from_callback) stream;
  __typeof__(&MHD_add_response_header) add_header;
  __typeof__(&MHD_queue_response) queue;
  __typeof__(&MHD_destroy_response) destroy;
} mhd;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  struct {
    void *place;
    const char *name;
  } wanted[] = {
      {&mhd.start, "MHD_start_daemon"},
      {&mhd.stop, "MHD_stop_daemon"},
      {&mhd.run, "MHD_run"},
      {&mhd.timeout, "MHD_get_timeout"},
      {&mhd.daemon_info, "MHD_get_daemon_info"},
      {&mhd.connection_info, "MHD_get_connection_info"},
      {&mhd.values, "MHD_get_connection_values"},
      {&mhd.suspend, "MHD_suspend_connection"},
      {&mhd.resume, "MHD_resume_connection"},
      {&mhd.response, "MHD_create_response_from_buffer"},
      {&mhd.stream, "MHD_create_response_from_callback"},
      {&mhd.add_header, "MHD_add_response_header"},
      {&mhd.queue, "MHD_queue_response"},
      {&mhd.destroy, "MHD_destroy_response"},
  };
  for (size_t place = 0; place < sizeof wanted / sizeof *wanted; place++)
    if (!(*(void **)wanted[place].place = dlsym(library, wanted[place].name))) return;
  is_loaded = 1;
}

int page_server_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

// One connection, which may carry one request after the other.
struct connection {
  struct connection *next, *previous;
  struct page_server *server;
  int socket;
  // Since when the request that is under way is, or since when the connection is there; in seconds since the machine began.
  time_t since;
  // Whether a request is under way, from its first header on, and how far it is.
  struct page_exchange *exchange;
  char address[INET6_ADDRSTRLEN];
};

enum standing { reading, waiting, answering, streaming };

struct page_exchange {
  struct connection *connection;
  struct MHD_Connection *mhd;
  char *target;
  char *method;
  uint8_t *body;
  size_t body_count;
  enum standing standing;
  // Whether the handlers were told of it.
  int is_told;
  int is_refused;
  // Whether the library was told to leave the connection alone for now.
  int is_suspended;
  // What a stream has yet to send.
  char pending[1024];
  size_t pending_count;
  int is_closing;
  // An answer that is to be sent as soon as the connection goes on.
  struct MHD_Response *response;
  unsigned status;
};

struct page_server {
  struct MHD_Daemon *daemon;
  struct page_limits limits;
  struct page_handlers handlers;
  struct connection *connections;
  unsigned count;
  // Whether something was resumed, for which the library has to be run once more.
  int has_news;
};

static time_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

// MARK: Sockets

int page_server_listen(const char *address, uint16_t port) {
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port)};
  int is_six = inet_pton(AF_INET6, address, &six.sin6_addr) == 1;
  if (!is_six && inet_pton(AF_INET, address, &four.sin_addr) != 1) {
    errno = EINVAL;
    return -1;
  }
  int found = socket(is_six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (found < 0) return -1;
  int yes = 1;
  setsockopt(found, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  struct sockaddr *place = is_six ? (struct sockaddr *)&six : (struct sockaddr *)&four;
  if (bind(found, place, is_six ? sizeof six : sizeof four) == 0 && listen(found, 128) == 0) return found;
  int reason = errno;
  close(found);
  errno = reason;
  return -1;
}

static void text_of(const struct sockaddr *address, char *text, size_t capacity) {
  text[0] = 0;
  if (address && address->sa_family == AF_INET)
    inet_ntop(AF_INET, &((const struct sockaddr_in *)address)->sin_addr, text, capacity);
  if (address && address->sa_family == AF_INET6) {
    const struct in6_addr *six = &((const struct sockaddr_in6 *)address)->sin6_addr;
    // One of IPv4 that comes in by IPv6 is the same one.
    if (IN6_IS_ADDR_V4MAPPED(six)) inet_ntop(AF_INET, &six->s6_addr[12], text, capacity);
    else inet_ntop(AF_INET6, six, text, capacity);
  }
}

uint16_t page_server_port(int socket, char *address, size_t capacity) {
  struct sockaddr_storage found;
  socklen_t size = sizeof found;
  if (getsockname(socket, (struct sockaddr *)&found, &size) != 0) return 0;
  text_of((struct sockaddr *)&found, address, capacity);
  if (found.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&found)->sin_port);
  if (found.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&found)->sin6_port);
  return 0;
}

// MARK: Connections

static void connection_changed(void *context, struct MHD_Connection *mhd_connection, void **place,
                               enum MHD_ConnectionNotificationCode code) {
  struct page_server *server = context;
  struct connection *connection = *place;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    connection = calloc(1, sizeof *connection);
    if (!connection) return;
    connection->server = server;
    connection->since = now();
    const union MHD_ConnectionInfo *info = mhd.connection_info(mhd_connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    connection->socket = info ? info->connect_fd : -1;
    info = mhd.connection_info(mhd_connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    text_of(info ? info->client_addr : NULL, connection->address, sizeof connection->address);
    connection->next = server->connections;
    if (server->connections) server->connections->previous = connection;
    server->connections = connection;
    server->count++;
    *place = connection;
  } else if (connection) {
    if (connection->previous) connection->previous->next = connection->next;
    else server->connections = connection->next;
    if (connection->next) connection->next->previous = connection->previous;
    server->count--;
    free(connection);
    *place = NULL;
  }
}

static struct connection *connection_of(struct MHD_Connection *mhd_connection) {
  const union MHD_ConnectionInfo *info = mhd.connection_info(mhd_connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

// A request's first line is there, its headers are not.
static void *target_arrived(void *context, const char *target, struct MHD_Connection *mhd_connection) {
  struct connection *connection = connection_of(mhd_connection);
  struct page_exchange *exchange = connection ? calloc(1, sizeof *exchange) : NULL;
  if (!exchange) return NULL;
  exchange->connection = connection;
  exchange->mhd = mhd_connection;
  exchange->target = strdup(target);
  connection->exchange = exchange;
  connection->since = now();
  return exchange;
}

static enum MHD_Result add_bytes(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  // With what is between and behind them.
  *(size_t *)context += strlen(name) + (value ? strlen(value) : 0) + 4;
  return MHD_YES;
}

static enum MHD_Result refuse(struct page_exchange *exchange, unsigned status) {
  exchange->is_refused = 1;
  exchange->standing = answering;
  static char none[] = "";
  struct MHD_Response *response = mhd.response(0, none, MHD_RESPMEM_PERSISTENT);
  if (!response) return MHD_NO;
  mhd.add_header(response, "Connection", "close");
  enum MHD_Result result = mhd.queue(exchange->mhd, status, response);
  mhd.destroy(response);
  return result;
}

static enum MHD_Result request_arrived(void *context, struct MHD_Connection *mhd_connection, const char *url,
                                       const char *method, const char *version, const char *upload, size_t *upload_size,
                                       void **place) {
  struct page_server *server = context;
  struct page_exchange *exchange = *place;
  if (!exchange || !exchange->target) return MHD_NO;
  if (!exchange->method) {
    // The headers are there, the body is not.
    exchange->method = strdup(method);
    if (!exchange->method) return MHD_NO;
    size_t bytes = strlen(exchange->target);
    mhd.values(mhd_connection, MHD_HEADER_KIND, add_bytes, &bytes);
    if (bytes > server->limits.header_bytes) return refuse(exchange, 431);
    const char *length = page_exchange_header(exchange, "content-length");
    if (length && strtoull(length, NULL, 10) > server->limits.body_bytes) return refuse(exchange, 413);
    return MHD_YES;
  }
  if (*upload_size > 0) {
    size_t count = *upload_size;
    *upload_size = 0;
    if (exchange->is_refused) return MHD_YES;
    if (exchange->body_count + count > server->limits.body_bytes) {
      // An answer can be queued only once all has arrived; nobody waits for more than that.
      exchange->is_refused = 1;
      return MHD_NO;
    }
    uint8_t *body = realloc(exchange->body, exchange->body_count + count);
    if (!body) return MHD_NO;
    memcpy(body + exchange->body_count, upload, count);
    exchange->body = body;
    exchange->body_count += count;
    return MHD_YES;
  }
  if (exchange->response) {
    // It was answered while the connection was left alone.
    enum MHD_Result result = mhd.queue(mhd_connection, exchange->status, exchange->response);
    mhd.destroy(exchange->response);
    exchange->response = NULL;
    return result;
  }
  if (exchange->is_told) return MHD_YES;
  exchange->is_told = 1;
  exchange->standing = waiting;
  server->handlers.arrived(server->handlers.context, exchange);
  if (exchange->response) {
    enum MHD_Result result = mhd.queue(mhd_connection, exchange->status, exchange->response);
    mhd.destroy(exchange->response);
    exchange->response = NULL;
    return result;
  }
  exchange->is_suspended = 1;
  mhd.suspend(mhd_connection);
  return MHD_YES;
}

static void request_completed(void *context, struct MHD_Connection *mhd_connection, void **place,
                              enum MHD_RequestTerminationCode code) {
  struct page_server *server = context;
  struct page_exchange *exchange = *place;
  if (!exchange) return;
  if (exchange->is_told && (exchange->standing == waiting || exchange->standing == streaming))
    server->handlers.ended(server->handlers.context, exchange);
  if (exchange->connection) {
    exchange->connection->exchange = NULL;
    exchange->connection->since = now();
  }
  if (exchange->response) mhd.destroy(exchange->response);
  free(exchange->target);
  free(exchange->method);
  free(exchange->body);
  free(exchange);
  *place = NULL;
}

// MARK: The server

// What the library has to say is no news for anybody: of a request that cannot be read its client is told.
static void say_nothing(void *context, const char *format, va_list arguments) {}

struct page_server *page_server_begin(int socket, const char *key, const char *certificate, struct page_limits limits,
                                      struct page_handlers handlers) {
  if (!page_server_load()) return NULL;
  struct page_server *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  server->limits = limits;
  server->handlers = handlers;
  unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG | (key ? MHD_USE_TLS : 0);
  struct MHD_OptionItem rest[] = {
      {key ? MHD_OPTION_HTTPS_MEM_KEY : MHD_OPTION_END, 0, (void *)key},
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
      {MHD_OPTION_END, 0, NULL},
  };
  server->daemon = mhd.start(
      flags, 0, NULL, NULL, request_arrived, server, MHD_OPTION_EXTERNAL_LOGGER, say_nothing, NULL,
      MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_CONNECTION_LIMIT, limits.connections,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits.connections_an_address, MHD_OPTION_CONNECTION_TIMEOUT, limits.seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(limits.header_bytes + 8192), MHD_OPTION_NOTIFY_CONNECTION,
      connection_changed, server, MHD_OPTION_NOTIFY_COMPLETED, request_completed, server, MHD_OPTION_URI_LOG_CALLBACK,
      target_arrived, server, MHD_OPTION_ARRAY, rest, MHD_OPTION_END);
  if (server->daemon) return server;
  free(server);
  return NULL;
}

int page_server_descriptor(struct page_server *server) {
  const union MHD_DaemonInfo *info = mhd.daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

int64_t page_server_run(struct page_server *server) {
  MHD_UNSIGNED_LONG_LONG wait = 0;
  // What is ready at once is done at once, but others have a turn as well.
  for (int turn = 0; turn < 64; turn++) {
    server->has_news = 0;
    unsigned before = server->count;
    mhd.run(server->daemon);
    // With as many connections as it may have, the library does not listen, and it begins again only when it is run after
    // one of them has ended. It does not ask for that, and nobody who wants to connect would wake it.
    if (server->count < before) continue;
    if (mhd.timeout(server->daemon, &wait) != MHD_YES) return server->has_news ? 0 : -1;
    if (wait > 0 && !server->has_news) return (int64_t)wait;
  }
  return 0;
}

unsigned page_server_sweep(struct page_server *server) {
  time_t time = now();
  for (struct connection *connection = server->connections; connection; connection = connection->next) {
    struct page_exchange *exchange = connection->exchange;
    // Whoever waits for an answer of ours is not slow.
    if (exchange && (exchange->standing == streaming || exchange->standing == waiting)) continue;
    if (time - connection->since > (time_t)server->limits.seconds && connection->socket >= 0)
      shutdown(connection->socket, SHUT_RDWR);
  }
  return server->count;
}

void page_server_end(struct page_server *server) {
  for (struct connection *connection = server->connections; connection; connection = connection->next) {
    struct page_exchange *exchange = connection->exchange;
    if (!exchange) continue;
    exchange->is_closing = 1;
    // A connection must not be left alone when everything ends.
    if (exchange->is_suspended) {
      exchange->is_suspended = 0;
      mhd.resume(exchange->mhd);
    }
  }
  mhd.stop(server->daemon);
  free(server);
}

// MARK: Requests

const char *page_exchange_method(struct page_exchange *exchange) { return exchange->method; }
const char *page_exchange_target(struct page_exchange *exchange) { return exchange->target; }
const char *page_exchange_address(struct page_exchange *exchange) { return exchange->connection->address; }

void page_exchange_local_address(struct page_exchange *exchange, char *address, size_t capacity) {
  page_server_port(exchange->connection->socket, address, capacity);
}

const uint8_t *page_exchange_body(struct page_exchange *exchange, size_t *count) {
  *count = exchange->body_count;
  return exchange->body;
}

struct search {
  const char *name;
  const char *value;
  int count;
};

static enum MHD_Result look(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  struct search *search = context;
  if (strcasecmp(name, search->name) == 0) {
    if (search->count == 0) search->value = value;
    search->count++;
  }
  return MHD_YES;
}

const char *page_exchange_header(struct page_exchange *exchange, const char *name) {
  struct search search = {name, NULL, 0};
  mhd.values(exchange->mhd, MHD_HEADER_KIND, look, &search);
  return search.value;
}

int page_exchange_header_count(struct page_exchange *exchange, const char *name) {
  struct search search = {name, NULL, 0};
  mhd.values(exchange->mhd, MHD_HEADER_KIND, look, &search);
  return search.count;
}

// MARK: Answers

static void go_on(struct page_exchange *exchange) {
  if (!exchange->is_suspended) return;
  exchange->is_suspended = 0;
  exchange->connection->server->has_news = 1;
  mhd.resume(exchange->mhd);
}

static void add_headers(struct MHD_Response *response, const char *const *names, const char *const *values, int count) {
  for (int place = 0; place < count; place++) mhd.add_header(response, names[place], values[place]);
}

void page_exchange_answer(struct page_exchange *exchange, unsigned status, const char *const *names,
                          const char *const *values, int headers, const uint8_t *body, size_t count) {
  if (exchange->standing != waiting || exchange->response) return;
  struct MHD_Response *response = mhd.response(count, (void *)body, MHD_RESPMEM_MUST_COPY);
  if (!response) return;
  add_headers(response, names, values, headers);
  exchange->standing = answering;
  exchange->connection->since = now();
  exchange->response = response;
  exchange->status = status;
  go_on(exchange);
}

static ssize_t next_bytes(void *context, uint64_t position, char *buffer, size_t capacity) {
  struct page_exchange *exchange = context;
  if (exchange->pending_count == 0) {
    if (exchange->is_closing) return MHD_CONTENT_READER_END_OF_STREAM;
    exchange->is_suspended = 1;
    mhd.suspend(exchange->mhd);
    return 0;
  }
  size_t count = exchange->pending_count < capacity ? exchange->pending_count : capacity;
  memcpy(buffer, exchange->pending, count);
  memmove(exchange->pending, exchange->pending + count, exchange->pending_count - count);
  exchange->pending_count -= count;
  return (ssize_t)count;
}

void page_exchange_stream(struct page_exchange *exchange, const char *const *names, const char *const *values,
                          int headers) {
  if (exchange->standing != waiting || exchange->response) return;
  struct MHD_Response *response = mhd.stream(MHD_SIZE_UNKNOWN, 1024, next_bytes, exchange, NULL);
  if (!response) return;
  add_headers(response, names, values, headers);
  // The end of it is the end of the connection: whoever is sent away must not keep it.
  mhd.add_header(response, "Connection", "close");
  exchange->standing = streaming;
  exchange->response = response;
  exchange->status = 200;
  go_on(exchange);
}

int page_exchange_send(struct page_exchange *exchange, const char *bytes, size_t count) {
  if (exchange->standing != streaming || exchange->pending_count + count > sizeof exchange->pending) return 0;
  memcpy(exchange->pending + exchange->pending_count, bytes, count);
  exchange->pending_count += count;
  go_on(exchange);
  return 1;
}

void page_exchange_close(struct page_exchange *exchange) {
  exchange->is_closing = 1;
  go_on(exchange);
}
