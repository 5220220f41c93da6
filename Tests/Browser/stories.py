"""What people do with the page, each in a household of its own. A story is a function; its first line says what it tells."""

import re
import subprocess
import time

import audits
import worst
from selenium.webdriver.common.action_chains import ActionChains
from browser import PHONE, SMALL, WIDE, Browser
from gateway import BadGateway
from household import Household, clock


def evening(minutes, more=""):
    """The children are off from so many minutes from now until ten hours later, the television is on."""
    return (
        "people:\n  anna: {manages: [kids, tv]}\n  emma: {asks: [kids]}\n"
        'targets:\n  kids: {acl-rules: ["Downtime-*"], guard: {approve: anna}}\n  tv: {firewall-policies: [Kids bedtime]}\n'
        f"policy:\n  - kids off {clock(minutes)}–{clock(minutes + 600)}\n  - tv off {clock(300)}–{clock(700)}\n{more}"
    )


def state(browser, target):
    return browser.card(target).split("\n")[1]


def join_by_code(stage):
    """A phone joins by the code on the terminal, and the link is good once"""
    house = stage.household(evening(20))
    printed = house.on_terminal("people", "link", "anna", "--device", "iPhone")
    link = stage.read_code(printed)
    assert link == re.search(r"http://\S+/join/[\w-]+", printed).group(0), printed
    with Browser() as phone:
        for _ in range(2):
            phone.open(link)
            assert len(phone.all("button")) == 1, "a preview may open the link as often as it likes"
        stage.look(phone, "door")
        phone.leave_by("button")
        assert "anna’s page" in phone.text
        with Browser() as thief:
            thief.join(link)
            assert "no longer works" in thief.text and "kids" not in thief.text
            stage.look(thief, "used-link")
        assert "iPhone" in house.run("people", "list")
        phone.click("footer summary")
        phone.click("footer button")
        house.wait(lambda: "not joined yet" in phone.text)
        phone.driver.back()
        assert "kids" not in phone.text, "what is forgotten does not come back"


def wrong_link(stage):
    """Who guesses a link sees a door, and waits after ten of them"""
    house = stage.household(evening(20))
    with Browser() as phone:
        phone.open(house.address)
        assert "not joined yet" in phone.text and "kids" not in phone.text
        for _ in range(11):
            phone.join(house.address + "/join/" + "A" * 43)
            assert "kids" not in phone.text
        good = house.link("anna", "phone")
        phone.join(good)
        assert "kids" not in phone.text, "whoever has guessed so often waits"


def expired_link(stage):
    """A link from a quarter of an hour ago says that it is over, and a new one works"""
    house = stage.household(evening(20))
    link = house.link("anna", "phone")
    house.make_links_older(15 * 60)
    for language, words in (("en", ("no longer works", "Ask for a new one")), ("de", ("gilt nicht mehr", "Bitte um einen neuen"))):
        with Browser(language=language) as phone:
            phone.open(link)
            assert len(phone.all("button")) == 1, "only its button finds out"
            phone.leave_by("button")
            assert all(word in phone.text for word in words) and "kids" not in phone.text, phone.text
            assert phone.driver.get_cookies() == []
            stage.look(phone, language)
            phone.driver.back()
            phone.leave_by("button")
            assert words[0] in phone.text, "it does not come to life again"
    with Browser() as phone:
        phone.join(house.link("anna", "phone"))
        assert "anna’s page" in phone.text


def broken_link(stage):
    """A link that a messenger has cut, or somebody has typed wrongly, says the same as one that is used up"""
    house = stage.household(evening(20))
    link = house.link("anna", "phone")
    with Browser() as phone:
        phone.open(link[:-9])
        assert "no longer works" in phone.text and phone.all("button") == [], phone.text
        stage.look(phone, "cut")
        phone.join(link[:-1] + ("A" if link[-1] != "A" else "E"))
        assert "no longer works" in phone.text and "kids" not in phone.text, phone.text
        stage.look(phone, "mistyped")
        phone.join(link)
        assert "anna’s page" in phone.text, "the right one is still good"


def lighthouse(stage):
    """What Lighthouse looks at without a network is right on every page, and each look finds a mistake"""
    house = stage.household(evening(-60))
    with Browser() as phone:
        door = audits.complaints(audits.Seen(phone, house.address + "/", status=401))
        assert door == {}, f"the door: {door}"
        link = house.link("anna", "phone")
        assert (found := audits.complaints(audits.Seen(phone, link))) == {}, f"a link: {found}"
    for size, person, language in ((PHONE, "anna", "en"), (SMALL, "emma", "de"), (WIDE, "anna", "de")):
        with Browser(size, language=language) as browser:
            browser.join(house.link(person, f"lighthouse-{size[0]}"))
            cookie = "reconcile=" + browser.driver.get_cookie("reconcile")["value"]
            seen = audits.Seen(browser, house.address + "/", cookie)
            assert (found := audits.complaints(seen)) == {}, f"{person} on {size}: {found}"
    with Browser() as phone, worst.Page() as page:
        found = audits.complaints(audits.Seen(phone, page.address))
        blind = set(audits.AUDITS) - set(found)
        assert blind == set(), f"no mistake of the worst page was found by {blind}"


def look(stage):
    """Everybody sees what is theirs, in every size, light and dark, in English and German"""
    house = stage.household(evening(-60))
    for name, size, dark, language in [
        ("phone", PHONE, False, "en"), ("phone-dark", PHONE, True, "en"), ("wide", WIDE, False, "en"),
        ("wide-dark", WIDE, True, "de"), ("small-german", SMALL, False, "de"),
    ]:  # fmt: skip
        with Browser(size, dark, language=language) as browser:
            browser.join(house.link("anna", name))
            words = {"en": ("off", "until", "in place"), "de": ("aus", "bis", "stimmt so")}[language]
            assert all(word in browser.card("kids") for word in words), browser.text
            assert clock(540)[:4] in browser.card("kids")
            browser.click("#week summary")
            browser.click("#history summary")
            house.wait(lambda: browser.driver.execute_script("return document.querySelector('#week img').naturalWidth") > 0)
            stage.look(browser, name)
    with Browser() as phone:
        phone.join(house.link("emma", "tablet"))
        assert len(phone.all(".card")) == 1 and phone.all("button[value='more-30']") == []
        stage.look(phone, "child")


def more_before_bedtime(stage):
    """Thirty minutes more before bedtime: it begins so much later, and the page says so"""
    house = stage.household(evening(20))
    with Browser() as phone:
        phone.join(house.link("anna", "iPhone"))
        assert any(clock(n) in state(phone, "kids") for n in (19, 20)), phone.text
        phone.press("kids", "more-30")
        house.wait(lambda: any(clock(n) in state(phone, "kids") for n in (49, 50)), what="the later bedtime")
        assert len(house.overrides()) == 1
        phone.click("#history summary")
        assert "anna" in phone.steady(lambda: phone.one("#history").text)
        stage.look(phone, "more")


def off_now(stage):
    """Off now: due, in progress, done, each as it happens"""
    house = stage.household(evening(300))
    with Browser() as phone:
        phone.join(house.link("anna", "iPhone"))
        assert "in place" in phone.card("tv")
        house.watcher.send_signal(19)  # SIGSTOP: nobody does it for a while.
        phone.press("tv", "off")
        house.wait(lambda: state(phone, "tv").startswith("■ off"), what="off")
        assert "due since" in phone.card("tv"), phone.card("tv")
        assert "in place" not in phone.card("tv") and house.rules()["Kids bedtime"] is False
        stage.look(phone, "underway")
        house.watcher.send_signal(18)  # SIGCONT
        house.wait(lambda: "in place" in phone.card("tv"), what="done")
        assert house.rules()["Kids bedtime"] is True
        phone.press("tv", "end")
        house.wait(lambda: state(phone, "tv").startswith("● on") and "in place" in phone.card("tv"), what="the end")
        assert house.rules()["Kids bedtime"] is False


def ask_and_approve(stage):
    """A child asks on one phone, a parent says yes on the other"""
    house = stage.household(evening(-60))
    with Browser() as child, Browser(dark=True) as parent:
        parent.join(house.link("anna", "iPhone"))
        child.join(house.link("emma", "tablet"))
        child.one("#t-kids input[name='because']").send_keys("film <b>night</b> & friends")
        child.press("kids", "ask-30")
        house.wait(lambda: child.all(".request") and "waits for anna" in child.steady(lambda: child.one(".request").text), what="the request")
        house.wait(lambda: parent.all(".request"), what="the request on the other phone")
        assert "film <b>night</b> & friends" in parent.steady(lambda: parent.one(".request").text)
        stage.look(child, "asked")
        stage.look(parent, "request")
        assert state(child, "kids").startswith("■ off"), "to ask changes nothing"
        parent.click(".request button[value='approve']")
        house.wait(lambda: state(child, "kids").startswith("● on"), what="the answer")
        house.wait(lambda: "in place" in child.card("kids") and not child.all(".request"), what="it is done")
        assert house.rules()["Downtime-iPad"] is False
        stage.look(child, "approved")


def deny(stage):
    """A parent says no, and nothing changes"""
    house = stage.household(evening(-60))
    with Browser() as child, Browser() as parent:
        parent.join(house.link("anna", "iPhone"))
        child.join(house.link("emma", "tablet"))
        child.press("kids", "ask-15")
        house.wait(lambda: parent.all(".request"), what="the request")
        parent.click(".request button[value='deny']")
        house.wait(lambda: not child.all(".request"), what="the answer")
        assert state(child, "kids").startswith("■ off") and house.overrides() == []
        assert "said no" in child.driver.find_element("css selector", "#history").get_attribute("textContent")


def trouble(stage):
    """In red is what is wrong: which rule, and which system, for whoever manages it"""
    observed = 'targets:\n  kids: {acl-rules: ["Downtime-*"], enforcement: observe}\n  tv: {firewall-policies: [Kids bedtime]}\n'
    house = stage.household(re.sub("targets:\n  kids:.*\n  tv:.*\n", observed, evening(-60)))
    house.watcher.send_signal(15)
    house.watcher.wait(10)
    for rule in ("Downtime-iPad", "Downtime-KidsRoom"):
        house.by_hand(f"rules/{rule}/disable")
    house.run("apply", wanted=(0, 2))
    with Browser() as parent, Browser(language="de") as child:
        parent.join(house.link("anna", "iPhone"))
        words = parent.card("kids")
        assert all(f"acl-rule '{rule}'" in words for rule in ("Downtime-iPad", "Downtime-KidsRoom")), words
        assert "it is only watched (acl-rule" in words, words
        child.join(house.link("emma", "tablet"))
        assert "es wird nur beobachtet" in child.card("kids") and "Downtime" not in child.text, child.text
        stage.look(parent, "by-hand")
        house.running[0].send_signal(15)
        house.running[0].wait(10)
        house.run("apply", wanted=(4, 5, 69, 1, 2, 3))
        house.wait(lambda: "cannot be reached (gateway)" in parent.card("tv"), what="the system that is lost")
        stage.look(parent, "unreachable")


def without_script(stage):
    """Without JavaScript every button works, and going back sends nothing twice"""
    house = stage.household(evening(20))
    with Browser(script=False) as phone:
        phone.join(house.link("anna", "old"))
        phone.press("kids", "more-30")
        assert "Saved" in phone.text and len(house.overrides()) == 1
        stage.look(phone, "no-script", is_checked=False)
        phone.driver.back()
        phone.driver.refresh()
        assert len(house.overrides()) == 1
        phone.press("tv", "off")
        assert state(phone, "tv").startswith("■ off") and len(house.overrides()) == 2


def two_tabs(stage):
    """What is done in one tab shows in the other, and an old tab does nothing old"""
    house = stage.household(evening(20))
    with Browser(WIDE) as browser:
        browser.join(house.link("anna", "laptop"))
        first = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("tab")
        browser.open(house.address)
        browser.press("tv", "off")
        house.wait(lambda: state(browser, "tv").startswith("■ off"))
        browser.driver.switch_to.window(first)
        house.wait(lambda: state(browser, "tv").startswith("■ off"), what="the other tab")


def double_tap(stage):
    """Two taps are one"""
    house = stage.household(evening(20))
    for script in (True, False):
        with Browser(script=script) as phone:
            phone.join(house.link("anna", f"tap-{script}"))
            button = phone.one("#t-kids button[value='more-30']")
            if script:
                phone.driver.execute_script("arguments[0].click(); arguments[0].click();", button)
            else:
                inputs = phone.all("#t-kids form")[0].find_elements("css selector", "input")
                fields = {field.get_attribute("name"): field.get_attribute("value") for field in inputs}
                data = [word for name, value in fields.items() for word in ("--data-urlencode", f"{name}={value}")]
                cookie = "reconcile=" + phone.driver.get_cookie("reconcile")["value"]
                curl = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-b", cookie, *data, "-d", "do=more-30"]
                taps = [subprocess.Popen([*curl, house.address + "/do"], stdout=subprocess.PIPE) for _ in range(4)]
                assert [tap.communicate(timeout=20)[0] for tap in taps] == [b"303"] * 4
            # A second tap that counted would add another half an hour.
            later = 50 if script else 80
            house.wait(lambda: house.overrides(), what="the first tap")
            time.sleep(1)
            with Browser(script=False) as other:
                other.join(house.link("anna", f"other-{script}"))
                assert any(clock(n) in state(other, "kids") for n in (later - 1, later)), other.text


def offline_and_back(stage):
    """Without a connection the page says so, and comes back by itself"""
    house = stage.household(evening(300))
    with Browser() as phone:
        phone.join(house.link("anna", "iPhone"))
        phone.offline(True)
        phone.press("tv", "off")
        house.wait(lambda: phone.all(".offline"), what="the word that it is offline")
        assert house.overrides() == []
        stage.look(phone, "offline")
        phone.offline(False)
        house.wait(lambda: not phone.all(".offline"), seconds=30, what="the connection")
        phone.press("tv", "off")
        house.wait(lambda: state(phone, "tv").startswith("■ off"))


def tap_while_it_loads(stage):
    """A tap counts while the page loads itself again, and a server that says nothing for ten seconds is one that is gone"""
    house = stage.household(evening(300))
    serve = house.running[-1]
    with Browser() as phone:
        phone.join(house.link("anna", "iPhone"))
        serve.send_signal(19)  # SIGSTOP: the answers wait, as in a WiFi that wakes up.
        phone.driver.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
        time.sleep(0.5)
        phone.press("tv", "off")
        time.sleep(0.5)
        serve.send_signal(18)  # SIGCONT
        house.wait(lambda: state(phone, "tv").startswith("■ off"), what="the tap")
        assert len(house.overrides()) == 1 and not phone.all(".offline")
        serve.send_signal(19)
        phone.driver.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
        house.wait(lambda: phone.all(".offline"), seconds=20, what="the word that it is offline")
        serve.send_signal(18)
        house.wait(lambda: not phone.all(".offline"), seconds=30, what="the connection")


def writing(stage):
    """A field in which nobody writes holds nothing up for long; while somebody writes the page says that it may be old"""
    house = stage.household(evening(300))
    later = "const now = Date.now; Date.now = () => now() + 61000"
    with Browser() as phone:
        phone.join(house.link("anna", "iPhone"))
        phone.click("#t-tv input[name='until']")
        house.run("override", "tv", "off", "--for", "2h")
        time.sleep(3)
        assert state(phone, "tv").startswith("● on"), "whoever is about to write is not disturbed"
        phone.driver.execute_script(later)
        house.wait(lambda: state(phone, "tv").startswith("■ off"), seconds=30, what="what was missed")
        assert not phone.all(".offline")
        phone.driver.execute_script("const f = document.querySelector('#t-tv input[name=until]'); f.focus(); f.value = '03:33'")
        house.run("override", "tv", "on", "--for", "1h")
        time.sleep(3)
        phone.driver.execute_script(later)
        house.wait(lambda: phone.all(".offline"), seconds=30, what="the word that it may be old")
        assert "may be out of date" in phone.text and state(phone, "tv").startswith("■ off")
        assert phone.driver.execute_script("return document.querySelector('#t-tv input[name=until]').value") == "03:33"
        stage.look(phone, "old")
        phone.driver.execute_script("document.activeElement.blur()")
        house.wait(lambda: state(phone, "tv").startswith("● on") and not phone.all(".offline"), what="what was missed")


def chosen(stage):
    """A time that was chosen stays until it is sent, whatever happens meanwhile"""
    house = stage.household(evening(300))
    with Browser() as phone:
        phone.join(house.link("anna", "iPhone"))
        shown = lambda: phone.steady(lambda: phone.one("#t-tv input[name='until']").get_attribute("value"))
        phone.one("#t-tv input[name='until']").send_keys("1015PM")
        phone.driver.execute_script("document.activeElement.blur()")
        house.run("override", "kids", "off", "--for", "2h")
        house.wait(lambda: state(phone, "kids").startswith("■ off"), what="a change elsewhere")
        assert shown() == "22:15", shown()
        phone.press("kids", "end")
        house.wait(lambda: state(phone, "kids").startswith("● on"), what="the answer about another card")
        assert shown() == "22:15", shown()
        phone.press("tv", "off")
        house.wait(lambda: state(phone, "tv").startswith("■ off"), what="the lock")
        assert any("T22:15" in one["until"] for one in house.overrides()), house.overrides()
        proposed = "const f = document.querySelector('#t-tv input[name=until]'); return f.value === f.defaultValue"
        assert phone.driver.execute_script(proposed), "what was sent is done with"


def tap_while_it_changes(stage):
    """A tap counts with its reason, although something has changed when the button is held"""
    house = stage.household(evening(-60))
    with Browser() as child:
        child.join(house.link("emma", "tablet"))
        child.one("#t-kids input[name='because']").send_keys("my maths test is tomorrow")
        house.run("override", "tv", "off", "--for", "1h")
        time.sleep(2)
        button = child.one("#t-kids button[value='ask-30']")
        ActionChains(child.driver).move_to_element(button).click_and_hold().pause(0.5).release().perform()
        house.wait(lambda: child.all(".request"), what="the request")
        assert "my maths test is tomorrow" in child.steady(lambda: child.one(".request").text)


def proxy_without_a_server(stage):
    """What a proxy says for a server that is away is not taken for the page, and no tap is lost without a word"""
    house = stage.household(evening(300))
    with Browser() as phone:
        phone.join(house.link("anna", "iPhone"))
        for page in ("", "<html><body><h1>502 Bad Gateway</h1></body></html>"):
            house.running[-1].send_signal(15)
            house.running[-1].wait(10)
            with BadGateway(house.page, page):
                phone.press("tv", "off")
                house.wait(lambda: "may not have counted" in phone.text, what="the word that the tap is lost")
                time.sleep(2)
                assert phone.all(".offline") and "502" not in phone.text, phone.text
                stage.look(phone, "away" if page else "silent")
            house.serve()
            house.wait(lambda: not phone.all(".offline"), seconds=30, what="the connection")
            assert "may not have counted" in phone.text and house.overrides() == []
        phone.press("tv", "off")
        house.wait(lambda: state(phone, "tv").startswith("■ off"), what="the next tap")
        assert "may not have counted" not in phone.text


def said_where_it_is_seen(stage):
    """What came of a tap stands where the tap was, and whoever uses the keyboard stays there"""
    house = stage.household(evening(20))
    seen = "const r = document.querySelector('main [role=status]').getBoundingClientRect(); return [r.top, r.bottom, innerHeight]"
    for script in (True, False):
        with Browser(SMALL, script=script) as phone:
            phone.join(house.link("anna", f"seen-{script}"))
            phone.press("tv", "off" if script else "end")
            house.wait(lambda: phone.all("#t-tv > [role='status']"), what="the answer")
            if script:
                top, bottom, height = phone.driver.execute_script(seen)
                assert 0 <= top < bottom <= height, (top, bottom, height)
                assert phone.driver.execute_script("return document.activeElement.value") == "off"
            else:
                # Its own script does not run there, and so neither does any that would look.
                box, view = phone.one("#t-tv > [role='status']").rect, phone.command("Page.getLayoutMetrics")["cssLayoutViewport"]
                assert view["pageY"] <= box["y"] and box["y"] + box["height"] <= view["pageY"] + view["clientHeight"], (box, view)
            stage.look(phone, f"seen-{script}", is_checked=script)


def long_and_broken(stage):
    """Forty targets, names of 63 letters, a policy with a mistake, and nothing at all"""
    names = [("target-" + "x" * 56)[:61] + f"{number:02}" for number in range(40)]
    people = f"people:\n  anna: {{manages: [{', '.join(names)}]}}\n  ben: {{}}\n"
    targets = "targets:\n" + "".join(f'  {name}: {{acl-rules: ["Downtime-iPad"]}}\n' for name in names)
    policy = people + targets + "policy:\n" + "".join(f"  - {name} off {clock(-60)}–{clock(60)}\n" for name in names)
    house = stage.household(policy, wanted=(0, 1, 2, 3, 65))
    for size in (SMALL, WIDE):
        with Browser(size) as browser:
            browser.join(house.link("anna", f"long-{size[0]}"))
            assert len(browser.all("section.card")) == 40
            stage.look(browser, f"long-{size[0]}")
    with Browser() as phone:
        phone.join(house.link("ben", "phone"))
        assert "Nothing to show yet" in phone.text
        stage.look(phone, "nothing")
    with Browser() as phone:
        phone.join(house.link("anna", "broken"))
        house.write_policy(policy + "  - this is no sentence\n")
        house.wait(lambda: "has an error" in phone.text, what="the word that the policy is broken")
        assert len(phone.all("section.card")) == 40
        house.write_policy(policy)
        house.wait(lambda: "has an error" not in phone.text, what="the mended policy")


ALL = [
    join_by_code, wrong_link, expired_link, broken_link, lighthouse, look, more_before_bedtime, off_now, ask_and_approve, deny, trouble, without_script, two_tabs,
    double_tap, offline_and_back, tap_while_it_loads, writing, chosen, tap_while_it_changes, proxy_without_a_server, said_where_it_is_seen, long_and_broken,
]  # fmt: skip
