"""A client of the exchange in another language, with nothing but Python's standard library: token, orders over signed HTTPS, and
the market stream over MQTT 3.1.1. Reads what the exchange prints at its start from the environment, writes one JSON object."""

import base64
import hashlib
import hmac
import http.client
import json
import os
import socket
import ssl
import struct
import sys
import time
import urllib.parse
import uuid

KEY, SECRET = os.environ["APP_KEY"], os.environ["APP_SECRET"]
HOST, PORT = os.environ["API_HOST"], int(os.environ["API_PORT"])
DATA_HOST, DATA_PORT = os.environ["DATA_HOST"], int(os.environ["DATA_PORT"])
TRUST = ssl.create_default_context(cafile=os.environ["CA_FILE"])


def quote(text):
    return urllib.parse.quote(text, safe="-._~")


def signed_headers(path, query, body, algorithm):
    headers = {
        "x-app-key": KEY,
        "x-timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "x-signature-version": "1.0",
        "x-signature-algorithm": algorithm,
        "x-signature-nonce": str(uuid.uuid4()),
    }
    params = dict(headers, host="%s:%d" % (HOST, PORT), **query)
    text = path + "&" + "&".join("%s=%s" % (name, params[name]) for name in sorted(params))
    old = algorithm == "HMAC-SHA1"
    if body is not None:
        text += "&" + (hashlib.md5 if old else hashlib.sha256)(body).hexdigest().upper()
    digest = hmac.new((SECRET + "&").encode(), quote(text).encode(), hashlib.sha1 if old else hashlib.sha256).digest()
    return dict(headers, **{"x-signature": base64.b64encode(digest).decode()})


class Exchange:
    def __init__(self):
        self.token = None
        self.connection = http.client.HTTPSConnection(HOST, PORT, context=TRUST, timeout=20)

    def call(self, method, path, query=None, body=None, algorithm="HMAC-SHA256", version="v3"):
        data = None if body is None else json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
        headers = signed_headers(path, query or {}, data, algorithm)
        headers["x-version"] = version
        if self.token is not None:
            headers["x-access-token"] = self.token
        if data is not None:
            headers["content-type"] = "application/json"
        target = path + ("?" + urllib.parse.urlencode(query, quote_via=urllib.parse.quote) if query else "")
        self.connection.request(method, target, body=data, headers=headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        return answer.status, json.loads(text) if text else None

    def good(self, *args, **kwargs):
        status, answer = self.call(*args, **kwargs)
        if status != 200:
            raise SystemExit("%s: %s %s" % (args[1], status, answer))
        return answer


def trade(exchange):
    token = exchange.good("POST", "/auth/tokens/create", body={})
    exchange.token = token["token"]
    accounts = exchange.good("GET", "/trading/accounts/list")
    account = next(one["account_id"] for one in accounts if one["account_class"] == "INDIVIDUAL_MARGIN")
    order = uuid.uuid4().hex
    new = {
        "client_order_id": order, "combo_type": "NORMAL", "instrument_type": "EQUITY", "market": "US", "symbol": "AAPL", "side": "BUY", "order_type": "LIMIT",
        "time_in_force": "GTC", "entrust_type": "QTY", "quantity": "1", "limit_price": "1.00", "support_trading_session": "CORE",
    }
    exchange.good("POST", "/trading/orders/place", body={"account_id": account, "new_orders": [new]}, algorithm="HMAC-SHA1")
    which = {"account_id": account, "client_order_id": order}
    states = []
    for _ in range(200):
        states.append(exchange.good("GET", "/trading/orders/get", query=which)["orders"][0]["status"])
        if states[-1] != "PENDING":
            break
        time.sleep(0.05)
    exchange.good("POST", "/trading/orders/cancel", body=which)
    states.append(exchange.good("GET", "/trading/orders/get", query=which)["orders"][0]["status"])
    old_path = exchange.good("GET", "/openapi/trade/order/detail", query=which, version="v2")
    refused, refusal = exchange.call("POST", "/trading/orders/cancel", body=which)
    names = {"symbols": "AAPL,BRK.B", "category": "US_STOCK", "extend_hour_required": "true"}
    snapshots = exchange.good("GET", "/market-data/stocks/snapshots/list", query=names)
    return {
        "token": token["status"], "accounts": len(accounts), "states": states[-2:], "oldPath": old_path["orders"][0]["client_order_id"] == order,
        "refused": [refused, refusal["error_code"]], "snapshots": sorted(one["symbol"] for one in snapshots),
    }


def varint(number):
    out = b""
    while True:
        number, low = number >> 7, number & 0x7F
        out += bytes([low | (0x80 if number else 0)])
        if not number:
            return out


def text_field(text):
    data = text.encode()
    return struct.pack(">H", len(data)) + data


def read(stream, count):
    data = b""
    while len(data) < count:
        piece = stream.recv(count - len(data))
        if not piece:
            raise SystemExit("the market stream ended")
        data += piece
    return data


def packet(stream):
    kind = read(stream, 1)[0]
    length, shift = 0, 0
    while True:
        byte = read(stream, 1)[0]
        length |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return kind, read(stream, length)


def symbol_of(message):
    """`basic.symbol`: field 1 of field 1, both length-delimited."""
    inner = message[2:] if message[1] < 0x80 else message[3:]
    return inner[2 : 2 + inner[1]].decode() if inner[0] == 0x0A else ""


def stream(exchange):
    session = str(uuid.uuid4())
    raw = socket.create_connection((DATA_HOST, DATA_PORT), timeout=20)
    with TRUST.wrap_socket(raw, server_hostname=DATA_HOST) as line:
        # Clean session, user name and password, keep-alive 60 s.
        body = text_field("MQTT") + bytes([4, 0xC2]) + struct.pack(">H", 60) + text_field(session) + text_field(KEY) + text_field("any")
        line.sendall(bytes([0x10]) + varint(len(body)) + body)
        kind, answer = packet(line)
        connack = answer[1] if kind == 0x20 else -1
        exchange.good("POST", "/market-data/streaming/subscribe", body={"session_id": session, "symbols": ["AAPL", "SPY"], "category": "US_STOCK", "sub_types": ["QUOTE", "SNAPSHOT", "TICK"], "grab": "true"})
        heard = set()
        until = time.time() + 20
        while time.time() < until and not ({"quote", "snapshot", "tick"} <= {topic for topic, _ in heard} and {"AAPL", "SPY"} <= {name for _, name in heard}):
            kind, data = packet(line)
            if kind >> 4 != 3:
                continue
            length = struct.unpack(">H", data[:2])[0]
            topic, payload = data[2 : 2 + length].decode(), data[2 + length :]
            if topic in ("quote", "snapshot", "tick"):
                heard.add((topic, symbol_of(payload)))
        line.sendall(bytes([0xE0, 0]))
    return {"connack": connack, "topics": sorted({topic for topic, _ in heard}), "symbols": sorted({name for _, name in heard})}


def main():
    exchange = Exchange()
    traded = trade(exchange)
    json.dump({"trade": traded, "stream": stream(exchange)}, sys.stdout)


main()
