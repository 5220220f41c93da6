"""The users of a new household: its owner, who may do all, and two others with a long-lived token each."""

import asyncio
from urllib.parse import urlencode

import aiohttp

from rest import Rest


class Accounts:
    """`owner` is an administrator, `user` may switch, `reader` may only look."""

    def __init__(self, rest):
        self.rest = rest
        self.owner = self.onboard()
        self.user = self.someone("reconcile", "system-users")
        self.reader = self.someone("reader", "system-read-only")

    def onboard(self):
        answer = self.rest.post("/api/onboarding/users", {
            "name": "Owner", "username": "owner", "password": "of-the-owner",
            "client_id": self.client, "language": "en",
        })  # fmt: skip
        return self.exchange(must(answer)["auth_code"])

    def someone(self, name, group):
        """Makes a user, logs in as that one and asks for a token that lasts."""
        password = f"of-{name}"
        commands = [{"type": "config/auth/create", "name": name, "group_ids": [group]}]
        made = self.websocket(self.owner, commands)[0]["user"]["id"]
        commands = [{
            "type": "config/auth_provider/homeassistant/create",
            "user_id": made, "username": name, "password": password,
        }]  # fmt: skip
        self.websocket(self.owner, commands)
        session = self.log_in(name, password)
        commands = [{"type": "auth/long_lived_access_token", "client_name": "reconcile", "lifespan": 30}]
        return self.websocket(session, commands)[0]

    def log_in(self, name, password):
        about = {"client_id": self.client, "handler": ["homeassistant", None], "redirect_uri": self.client}
        flow = must(self.rest.post("/auth/login_flow", about))["flow_id"]
        words = {"client_id": self.client, "username": name, "password": password}
        return self.exchange(must(self.rest.post(f"/auth/login_flow/{flow}", words))["result"])

    def exchange(self, code):
        """A token of half an hour for the code that proves who somebody is."""
        form = urlencode({"client_id": self.client, "grant_type": "authorization_code", "code": code}).encode()
        fields = {"Content-Type": "application/x-www-form-urlencoded"}
        return must(self.rest.ask("POST", "/auth/token", form, fields))["access_token"]

    @property
    def client(self):
        return f"{self.rest.url}/"

    def websocket(self, token, commands):
        return asyncio.run(converse(f"{self.rest.url}/api/websocket", token, commands))


async def converse(url, token, commands):
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        await socket.receive_json()
        await socket.send_json({"type": "auth", "access_token": token})
        if (await socket.receive_json())["type"] != "auth_ok":
            raise RuntimeError("the websocket refuses the token")
        results = []
        for number, command in enumerate(commands, 1):
            await socket.send_json(command | {"id": number})
            answer = await socket.receive_json()
            if not answer["success"]:
                raise RuntimeError(f"{command['type']}: {answer['error']}")
            results.append(answer["result"])
        return results


def must(answer):
    if answer.status >= 300:
        raise RuntimeError(f"status {answer.status}: {answer.text[:200]}")
    return answer.value
