"""One phone or computer: Debian's Chromium, headless, by WebDriver."""

import time
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

PHONE, SMALL, WIDE = (390, 844), (320, 568), (1280, 900)


class Browser:
    """A browser of its own, with its own cookies."""

    def __init__(self, size=PHONE, dark=False, script=True, language="en"):
        options = Options()
        width, height = size
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage"]:
            options.add_argument(argument)
        options.add_argument(f"--window-size={width},{height}")
        options.add_argument(f"--lang={language}")
        settings = {"intl.accept_languages": language}
        if not script:
            settings["profile.managed_default_content_settings.javascript"] = 2
        options.add_experimental_option("prefs", settings)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_page_load_timeout(20)
        self.size, self.script = size, script
        self.metrics(height)
        if dark:
            self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def metrics(self, height):
        width = self.size[0]
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )

    # What is there

    def open(self, address):
        self.driver.get(address)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        found = self.all(selector)
        assert len(found) == 1, f"{len(found)} of '{selector}' are there, not one:\n{self.text}"
        return found[0]

    def steady(self, look):
        """What `look` returns; once more where the page was replaced meanwhile, as it follows by itself."""
        for _ in range(20):
            try:
                return look()
            except WebDriverException:
                time.sleep(0.05)
        return look()

    @property
    def text(self):
        return self.steady(lambda: self.driver.find_element(By.TAG_NAME, "body").text)

    def card(self, target):
        """The words of a card."""
        return self.steady(lambda: self.one(f"#t-{target}").text)

    def press(self, target, act):
        """Presses a button; without JavaScript the answer is another page, which is waited for."""
        selector = f"#t-{target} button[value='{act}']"
        self.click(selector) if self.script else self.leave_by(selector)

    def click(self, selector):
        self.steady(lambda: self.one(selector).click())

    def join(self, link):
        """Opens a link, presses its button, and waits until the answer is there."""
        self.open(link)
        self.leave_by("button")

    def leave_by(self, selector):
        """Presses what leads to another page, and waits until that is there."""
        before = self.one("html")
        self.click(selector)
        for _ in range(200):
            try:
                before.is_enabled()
                time.sleep(0.05)
            except WebDriverException:
                break
        self.steady(lambda: self.one("main"))

    def offline(self, is_off):
        self.command("Network.enable")
        self.command(
            "Network.emulateNetworkConditions", offline=is_off, latency=0, downloadThroughput=-1, uploadThroughput=-1
        )

    # What it looks like

    def overflows(self):
        """How many pixels it is wider than the window."""
        sizes = self.command("Page.getLayoutMetrics")
        return sizes["cssContentSize"]["width"] - self.size[0]

    def picture(self, path):
        height = int(self.command("Page.getLayoutMetrics")["cssContentSize"]["height"])
        self.metrics(height)
        self.driver.save_screenshot(str(path))
        self.metrics(self.size[1])

    def check(self, axe):
        """What axe finds: the rules of WCAG 2.2 AA, and its best practice."""
        self.command("Page.setBypassCSP", enabled=True)
        self.driver.execute_script(Path(axe).read_text())
        found = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run(document, {resultTypes: ['violations']}).then(r => done(r.violations), e => done([{id: String(e)}]));"
        )
        return [f"{v['id']}: {[n['target'] for n in v.get('nodes', [])][:3]}" for v in found]
