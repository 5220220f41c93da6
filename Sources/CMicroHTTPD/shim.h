#pragma once
#include <arpa/inet.h>
#include <gnutls/gnutls.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

// The callbacks of one server, together: Swift sees a callback as safe to call on the library's own threads only where
// the parameter says so, and a typedef does not carry the attribute. Without it a closure written in isolated code
// would compile and then trap.
#define RC_ON_ANY_THREAD __attribute__((swift_attr("@Sendable")))

typedef void *(*rc_uri_callback)(void *, const char *, struct MHD_Connection *);
typedef enum MHD_Result (*rc_answer_callback)(void *, struct MHD_Connection *, const char *, const char *,
                                              const char *, const char *, size_t *, void **);
typedef void (*rc_completed_callback)(void *, struct MHD_Connection *, void **, enum MHD_RequestTerminationCode);
typedef void (*rc_connection_callback)(void *, struct MHD_Connection *, void **, enum MHD_ConnectionNotificationCode);

// MHD_start_daemon is variadic, which Swift does not import. `key` and `certificate` are both PEM text or both NULL.
static inline struct MHD_Daemon *rc_start_daemon(uint16_t port, const char *key, const char *certificate, void *context,
                                                 rc_uri_callback uri RC_ON_ANY_THREAD,
                                                 rc_answer_callback answer RC_ON_ANY_THREAD,
                                                 rc_completed_callback completed RC_ON_ANY_THREAD,
                                                 rc_connection_callback connection RC_ON_ANY_THREAD) {
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  unsigned flags = MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL_INTERNAL_THREAD;
  if (key == NULL)
    return MHD_start_daemon(flags, port, NULL, NULL, answer, context, MHD_OPTION_SOCK_ADDR,
                            (struct sockaddr *)&address, MHD_OPTION_URI_LOG_CALLBACK, uri, context,
                            MHD_OPTION_NOTIFY_COMPLETED, completed, context, MHD_OPTION_NOTIFY_CONNECTION, connection,
                            context, MHD_OPTION_CONNECTION_TIMEOUT, 60u, MHD_OPTION_END);
  return MHD_start_daemon(flags | MHD_USE_TLS, port, NULL, NULL, answer, context, MHD_OPTION_SOCK_ADDR,
                          (struct sockaddr *)&address, MHD_OPTION_URI_LOG_CALLBACK, uri, context,
                          MHD_OPTION_NOTIFY_COMPLETED, completed, context, MHD_OPTION_NOTIFY_CONNECTION, connection,
                          context, MHD_OPTION_CONNECTION_TIMEOUT, 60u, MHD_OPTION_HTTPS_MEM_KEY, key,
                          MHD_OPTION_HTTPS_MEM_CERT, certificate, MHD_OPTION_END);
}

// MHD_get_daemon_info is variadic. Gives 0 where the port is not known.
static inline uint16_t rc_bound_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *found = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return found == NULL ? 0 : found->port;
}

// Sends `bytes` past the library, behind what it has sent. Only for the connection's own thread.
static inline ssize_t rc_send_directly(struct MHD_Connection *connection, const void *bytes, size_t count) {
  const union MHD_ConnectionInfo *tls = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  if (tls != NULL && tls->tls_session != NULL)
    return gnutls_record_send((gnutls_session_t)tls->tls_session, bytes, count);
  const union MHD_ConnectionInfo *plain = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return plain == NULL ? -1 : send(plain->connect_fd, bytes, count, MSG_NOSIGNAL);
}

// Sends what the library holds back to send with what follows, and has the kernel hold back what follows until that has
// arrived (Nagle's algorithm). The library turns that off once for a connection and does not look again.
static inline void rc_send_apart(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  if (info == NULL)
    return;
  for (int without_nagle = 1; without_nagle >= 0; without_nagle--)
    setsockopt(info->connect_fd, IPPROTO_TCP, TCP_NODELAY, &without_nagle, sizeof without_nagle);
}

// Waits until `bell` can be read, the time is over, or the client hangs up; says whether the client has hung up.
static inline int rc_wait_for_client(struct MHD_Connection *connection, int bell, int milliseconds) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  // POLLRDHUP, which the C library hides unless asked for GNU's additions.
  struct pollfd both[2] = {{.fd = bell, .events = POLLIN},
                           {.fd = info == NULL ? -1 : info->connect_fd, .events = 0x2000}};
  poll(both, 2, milliseconds);
  return both[1].revents != 0;
}

// Macros that cast are not imported.
static const uint64_t rc_size_unknown = MHD_SIZE_UNKNOWN;
static const ssize_t rc_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t rc_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;

typedef ssize_t (*rc_reader_callback)(void *, uint64_t, char *, size_t);
typedef void (*rc_free_callback)(void *);

// For the attribute alone: the reader runs on the connection's thread.
static inline struct MHD_Response *rc_streamed_response(uint64_t size, void *context,
                                                        rc_reader_callback reader RC_ON_ANY_THREAD,
                                                        rc_free_callback release RC_ON_ANY_THREAD) {
  return MHD_create_response_from_callback(size, 16384, reader, context, release);
}
