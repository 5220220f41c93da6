"""The audits of Lighthouse that need nothing but a browser, by its ids. docs/page.md lists those that are left out, and why.

Lighthouse itself is on npm alone, which these tests do not need. An audit is a function of what was seen of a page; it returns
what it has to complain of.
"""

import time
import urllib.error
import urllib.request

# What has to be watched from the first byte on. It runs before everything of the page, whatever the page's policy says.
WATCH = """
window.seen = {writes: 0, asked: [], events: [], reports: [], violations: [], lcp: 0, cls: 0, long: 0, fcp: 0};
{
const observe = (type, take) => new PerformanceObserver(list => list.getEntries().forEach(take)).observe({type, buffered: true});
observe("largest-contentful-paint", e => { seen.lcp = e.startTime });
observe("layout-shift", e => { if (!e.hadRecentInput) seen.cls += e.value });
observe("longtask", e => { seen.long += Math.max(e.duration - 50, 0) });
observe("paint", e => { if (e.name === "first-contentful-paint") seen.fcp = e.startTime });
new ReportingObserver(list => list.forEach(r => seen.reports.push(r.type + ": " + r.body.message)), {buffered: true}).observe();
addEventListener("securitypolicyviolation", e => seen.violations.push(e.violatedDirective + ": " + e.blockedURI));
for (const name of ["write", "writeln"]) {
  const real = document[name];
  document[name] = function (...all) { seen.writes++; return real.apply(document, all) };
}
const listen = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, ...rest) {
  const options = rest[1];
  seen.events.push({type, passive: !!(options && options.passive)});
  return listen.call(this, type, ...rest);
};
navigator.geolocation.getCurrentPosition = () => seen.asked.push("geolocation-on-start");
navigator.geolocation.watchPosition = () => seen.asked.push("geolocation-on-start");
Notification.requestPermission = () => { seen.asked.push("notification-on-start"); return Promise.resolve("denied") };
}
"""

SETTLED = """
const [page] = performance.getEntriesByType("navigation");
return page.loadEventEnd > 0 && performance.now() > page.loadEventEnd + 2000;
"""

LOOK = """
const nodes = [], walker = document.createTreeWalker(document.body || document.documentElement, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode, long = node.textContent.trim().length;
  if (long && !["SCRIPT", "STYLE"].includes(node.parentElement.tagName))
    nodes.push([parseFloat(getComputedStyle(node.parentElement).fontSize), long]);
}
const all = [...document.querySelectorAll("*")], depth = e => { let n = 0; while ((e = e.parentElement)) n++; return n };
const meta = name => { const found = document.querySelector(`meta[name=${name}]`); return found && found.content };
const pastes = [...document.querySelectorAll("input, textarea")].filter(e =>
  !e.dispatchEvent(new ClipboardEvent("paste", {cancelable: true, bubbles: true})));
return {
  seen, address: location.href, doctype: document.doctype && document.doctype.name, mode: document.compatMode,
  title: document.title, lang: document.documentElement.lang, viewport: meta("viewport"), robots: meta("robots"),
  description: meta("description"), fonts: nodes, charset: document.characterSet,
  elements: all.length, depth: Math.max(...all.map(depth)), children: Math.max(...all.map(e => e.children.length)),
  targets: [...document.querySelectorAll("a, button, input:not([type=hidden]), summary, [tabindex='0']")]
    .map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()]).filter(([, box]) => box.width && box.height)
    .map(([html, box]) => [html, box.width, box.height]),
  images: [...document.images].map(e => ({src: e.getAttribute("src"), width: e.naturalWidth, height: e.naturalHeight,
    shown: e.getBoundingClientRect().toJSON(), sized: e.hasAttribute("width") && e.hasAttribute("height")})),
  files: performance.getEntriesByType("resource").map(e => [e.name, e.encodedBodySize, e.initiatorType]),
  pastes: pastes.length, libraries: ["jQuery", "React", "angular", "Vue", "_", "moment"].filter(n => window[n]),
};
"""


class Seen:
    """What is known of a page: what the browser says, the console, and the answer as it came."""

    def __init__(self, browser, address, cookie=None, status=200):
        browser.driver.get_log("browser")
        handle = browser.command("Page.addScriptToEvaluateOnNewDocument", source=WATCH)["identifier"]
        try:
            browser.open(address)
            # What moves or is busy is so behind the page's load: it is watched for two seconds more.
            end = time.monotonic() + 20
            while not browser.driver.execute_script(SETTLED) and time.monotonic() < end:
                time.sleep(0.1)
            self.page = browser.driver.execute_script(LOOK)
        finally:
            browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=handle)
        self.width, self.status = browser.size[0], status
        self.console = [entry["message"] for entry in browser.driver.get_log("browser") if entry["level"] == "SEVERE"]
        request = urllib.request.Request(address, headers={"Cookie": cookie} if cookie else {})
        try:
            answer = urllib.request.urlopen(request, timeout=20)
        except urllib.error.HTTPError as error:
            answer = error
        self.code, self.headers, self.body = answer.status, answer.headers, answer.read()
        self.origin = "/".join(address.split("/")[:3]) + "/"
        self.caching = {}
        for name, _, _ in self.page["files"]:
            if "?" in name:
                with urllib.request.urlopen(name, timeout=20) as file:
                    self.caching[name] = file.headers["Cache-Control"] or ""

    @property
    def policy(self):
        """The directives of the policy of its content."""
        text = self.headers["Content-Security-Policy"] or ""
        return {words[0]: words[1:] for words in (part.split() for part in text.split(";")) if words}

    def event(self, *types):
        return [event for event in self.page["seen"]["events"] if event["type"] in types]


def no(is_wrong, *complaint):
    """A complaint, if there is one."""
    return [" ".join(str(word) for word in complaint)] if is_wrong else []


def font_size(seen):
    letters = sum(long for _, long in seen.page["fonts"])
    legible = sum(long for size, long in seen.page["fonts"] if size >= 12)
    return no(legible < 0.6 * letters, f"{legible} of {letters} letters are legible")


def csp_xss(seen):
    script = seen.policy.get("script-src", seen.policy.get("default-src", ["*"]))
    loose = [word for word in script if word not in ("'self'", "'none'") and not word.startswith("'sha")]
    return (
        no(loose, "scripts from", loose)
        + no(seen.policy.get("object-src", seen.policy.get("default-src")) != ["'none'"], "objects are allowed")
        + no(seen.policy.get("base-uri") not in (["'none'"], ["'self'"]), "the base is anybody's")
    )


def image_aspect_ratio(seen):
    return [
        image["src"] for image in seen.page["images"]
        if image["width"] and image["shown"]["width"]
        and abs(image["width"] / image["height"] - image["shown"]["width"] / image["shown"]["height"]) > 0.05
    ]  # fmt: skip


def image_size_responsive(seen):
    """Drawings fit every size."""
    return [
        image["src"] for image in seen.page["images"]
        if ".svg" not in image["src"] and image["width"] < 0.75 * image["shown"]["width"]
    ]  # fmt: skip


def viewport(seen):
    content = seen.page["viewport"] or ""
    return no("width=device-width" not in content, "it is", repr(content)) + no("user-scalable=no" in content, "no zoom")


def limit(name, most, unit):
    return lambda seen: no(not 0 <= seen.page["seen"][name] <= most, f"{seen.page['seen'][name]:.2f} {unit}, not {most}")


# The limits of time are those beyond which Lighthouse calls a page poor, on a phone that is four times as slow; here they show a
# mistake and not a slow machine.
AUDITS = {
    # performance
    "first-contentful-paint": limit("fcp", 3_000, "ms"),
    "largest-contentful-paint": lambda seen: limit("lcp", 4_000, "ms")(seen) + no(not seen.page["seen"]["lcp"], "nothing is there"),
    "total-blocking-time": limit("long", 600, "ms"),
    "cumulative-layout-shift": limit("cls", 0.1, ""),
    "dom-size": lambda seen: no(
        seen.page["elements"] > 800 or seen.page["depth"] > 32 or seen.page["children"] > 60,
        seen.page["elements"], "elements,", seen.page["depth"], "deep,", seen.page["children"], "children"),
    "total-byte-weight": lambda seen: no(
        len(seen.body) + sum(size for _, size, _ in seen.page["files"]) > 150 << 10, "more than 150 KiB"),
    "uses-long-cache-ttl": lambda seen: [f"{name}: {text}" for name, text in seen.caching.items() if "max-age=31536000" not in text],
    "uses-passive-event-listeners": lambda seen: [
        event["type"] for event in seen.event("touchstart", "touchmove", "wheel", "mousewheel") if not event["passive"]],
    "no-document-write": lambda seen: no(seen.page["seen"]["writes"], "document.write"),
    "no-unload-listeners": lambda seen: [event["type"] for event in seen.event("unload")],
    "third-party-summary": lambda seen: [
        name for name, _, _ in seen.page["files"] if not name.startswith(seen.origin)],
    "unsized-images": lambda seen: [image["src"] for image in seen.page["images"] if not image["sized"]],
    # accessibility: axe has all others
    "target-size": lambda seen: [
        f"{html}: {width:.0f}×{height:.0f}" for html, width, height in seen.page["targets"] if min(width, height) < 24],
    # best practices
    "doctype": lambda seen: no(seen.page["doctype"] != "html" or seen.page["mode"] != "CSS1Compat", "quirks"),
    "charset": lambda seen: no(
        seen.page["charset"] != "UTF-8"
        or b'charset="utf-8"' not in seen.body[:1024].lower() and "charset=" not in seen.headers["Content-Type"],
        "no charset"),
    "errors-in-console": lambda seen: [
        message for message in seen.console if seen.status == 200 or f"status of {seen.status}" not in message],
    "inspector-issues": lambda seen: seen.page["seen"]["violations"],
    "deprecations": lambda seen: seen.page["seen"]["reports"],
    "geolocation-on-start": lambda seen: [name for name in seen.page["seen"]["asked"] if name.startswith("geo")],
    "notification-on-start": lambda seen: [name for name in seen.page["seen"]["asked"] if name.startswith("not")],
    "paste-preventing-inputs": lambda seen: no(seen.page["pastes"], seen.page["pastes"], "fields"),
    "js-libraries": lambda seen: seen.page["libraries"],
    "csp-xss": csp_xss,
    "clickjacking-mitigation": lambda seen: no(seen.policy.get("frame-ancestors") != ["'none'"], "anybody may frame it"),
    "origin-isolation": lambda seen: no(seen.headers["Cross-Origin-Opener-Policy"] != "same-origin", "others may hold on to it"),
    "image-aspect-ratio": image_aspect_ratio,
    "image-size-responsive": image_size_responsive,
    "font-size": font_size,
    "viewport": viewport,
    "document-title": lambda seen: no(not seen.page["title"].strip(), "no title"),
    "html-has-lang": lambda seen: no(seen.page["lang"] not in ("en", "de"), "the language is", repr(seen.page["lang"])),
    "http-status-code": lambda seen: no(seen.code != seen.status, seen.code),
    "valid-source-maps": lambda seen: no(b"sourceMappingURL" in seen.body, "a map"),
    # A page for whom it was made for, and for no search engine: what would describe it has no reader.
    "meta-description": lambda seen: no("noindex" not in (seen.page["robots"] or "") and not seen.page["description"], "none"),
}  # fmt: skip


def complaints(seen):
    """Of every audit, those that have one."""
    found = {name: audit(seen) for name, audit in AUDITS.items()}
    return {name: texts for name, texts in found.items() if texts}
