#pragma once

// An HTTP server by libmicrohttpd, which is loaded when the first one is begun: it brings GnuTLS along, and joining these
// takes longer than many whole runs. It has no thread of its own: whoever began it waits for its descriptor and calls
// `page_server_run`. Everything below is called on that one thread.

#include <stddef.h>
#include <stdint.h>

struct page_server;
// One request, from when all of it has arrived until its answer is on its way. It is gone with `ended`.
struct page_exchange;

// How much one client, and all of them, may take.
struct page_limits {
  unsigned connections;
  unsigned connections_an_address;
  // How long a request, or its answer, may take, and how long a connection may be silent.
  unsigned seconds;
  size_t header_bytes;
  size_t body_bytes;
};

// What is called with `context`: when a request is there, and when one is gone that was not answered yet, or that is a stream.
struct page_handlers {
  void *context;
  void (*arrived)(void *context, struct page_exchange *exchange);
  void (*ended)(void *context, struct page_exchange *exchange);
};

// Whether libmicrohttpd is there, loading it if need be. The same answer whenever it is asked for.
int page_server_load(void);

// A socket that listens at `address`, of IPv4 or IPv6, and `port`; -1 with `errno` where there can be none.
int page_server_listen(const char *address, uint16_t port);
// The port that `socket` listens at; 0 where nobody knows. The address goes to `address`, of `capacity` bytes.
uint16_t page_server_port(int socket, char *address, size_t capacity);

// Begins to serve on `socket`. `key` and `certificate` are both PEM text or both NULL. NULL where it cannot.
struct page_server *page_server_begin(int socket, const char *key, const char *certificate, struct page_limits limits,
                                      struct page_handlers handlers);
// What can be read whenever there is something to do.
int page_server_descriptor(struct page_server *server);
// Does what there is to do now. Returns after how many milliseconds there is more; -1 where nothing is waited for.
int64_t page_server_run(struct page_server *server);
// Ends connections that have taken too long at `now`, in seconds of a clock that nobody sets. Returns how many are open.
unsigned page_server_sweep(struct page_server *server);
// Ends everything.
void page_server_end(struct page_server *server);

// Gives the pages of machine code back to the system, which has them in its cache of files and maps them again, sixteen at
// a time, when they are run. Four fifths of what a program at rest takes are pages that it ran once, when it began.
void page_give_back_code(void);

const char *page_exchange_method(struct page_exchange *exchange);
// As it was sent, still encoded, with what is behind a question mark.
const char *page_exchange_target(struct page_exchange *exchange);
// The value of a header; NULL where it was not sent. `name` is in lower case. Of several the first.
const char *page_exchange_header(struct page_exchange *exchange, const char *name);
// How often a header was sent.
int page_exchange_header_count(struct page_exchange *exchange, const char *name);
const uint8_t *page_exchange_body(struct page_exchange *exchange, size_t *count);
// The numeric address of who sent it.
const char *page_exchange_address(struct page_exchange *exchange);
// The numeric address that it was sent to, in `address`, of `capacity` bytes.
void page_exchange_local_address(struct page_exchange *exchange, char *address, size_t capacity);

// Answers. `names` and `values` are `headers` each.
void page_exchange_answer(struct page_exchange *exchange, unsigned status, const char *const *names,
                          const char *const *values, int headers, const uint8_t *body, size_t count);
// Begins an answer of unknown length, which goes on until either side ends it.
void page_exchange_stream(struct page_exchange *exchange, const char *const *names, const char *const *values,
                          int headers);
// Adds to it. Of what a client does not take no more than a little is kept: 0 where it was too much and nothing was added.
int page_exchange_send(struct page_exchange *exchange, const char *bytes, size_t count);
// Ends it.
void page_exchange_close(struct page_exchange *exchange);
