"""A page with every mistake that the audits look for: one that finds nothing here finds nothing anywhere."""

import struct
import threading
import time
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = """<html><head><link rel="stylesheet" href="/late.css?v">
<script src="http://localhost:PORT/foreign.js?v"></script></head>
<body><p style="font-size:8px">Hardly anybody reads this, as its letters are so small, and there are many of them.</p>
<button style="width:10px;height:10px;padding:0;border:0">x</button><input onpaste="return false">
<img src="/small.png" style="width:200px;height:50px"><div id="room" style="height:900px;background:#eee">It is pushed down.</div>
<script>
document.write("<p>late</p>");
addEventListener("wheel", () => {}); addEventListener("unload", () => {});
navigator.geolocation.getCurrentPosition(() => {}); Notification.requestPermission();
window.jQuery = {};
const request = new XMLHttpRequest(); request.open("GET", "/small.png", false); request.send();
for (let n = 0; n < 900; n++) document.getElementById("room").append(document.createElement("i"));
new Image().src = "http://127.0.0.2:1/forbidden.png";
console.error("a mistake");
addEventListener("load", () => setTimeout(() => {
  const end = performance.now() + 900; while (performance.now() < end);
  document.body.prepend(document.createElement("h1"));
  document.body.firstChild.textContent = "pushed"; document.body.firstChild.style.height = "400px";
}, 100));
//# sourceMappingURL=nowhere.map
</script><!-- FILLING --></body></html>"""


def png(width, height):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(b"\0" + b"\x80" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class Page:
    """Serves it on 127.0.0.1 for as long as it is open."""

    def __enter__(self):
        page = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                kind, body = page.answer(self.path)
                self.send_response(404 if kind == "text/html" else 200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                if kind == "text/html":
                    self.send_header("Content-Security-Policy", "img-src 'self'")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/"

    def answer(self, path):
        if path.startswith("/late.css"):
            # Nothing is painted before it is there.
            time.sleep(4.2)
            return "text/css", b"body { color: black }"
        if path.startswith("/foreign.js"):
            return "text/javascript", b""
        if path.startswith("/small.png"):
            return "image/png", png(10, 10)
        return "text/html", PAGE.replace("PORT", str(self.port)).replace("FILLING", "x" * (200 << 10)).encode()
