"""The calls of a worker to its server: docs/workers.md has all of them."""

import http.client
import json
import os
import socket
import ssl
import time
from urllib.parse import urlsplit

CALL_SECONDS = 60
# A server that takes nothing for so long has something to say, or is away.
STALL_SECONDS = 10
MAX_ANSWER_BYTES = 32 * 1024 * 1024
CHUNK_BYTES = 1024 * 1024
# A server that restarts should not waste what was made.
PAUSES_SECONDS = (0.25, 0.5, 1, 2, 4, 8, 8, 8, 8, 8)


class LeaseLost(Exception):
    """The job was canceled or is another worker's."""


class Refused(Exception):
    """The server, or a proxy before it, said no, in its own words."""

    def __init__(self, status, words):
        super().__init__(f"{status}: {words}")
        self.status, self.words = status, words


class Unreachable(Exception):
    """No answer came, or half of one."""


def may_pass(error):
    return isinstance(error, Unreachable) or (isinstance(error, Refused) and error.status in (429, 500, 502, 503, 504))


class Server:
    """One connection per call, so that a call that hangs holds up no other. Redirects are not followed: the secret is for this server."""

    def __init__(self, url, secret):
        place = urlsplit(url)
        if place.scheme not in ("http", "https") or not place.hostname:
            raise ValueError(f"{url!r} is no URL of a service, such as https://voice.example.com")
        self.secure, self.host, self.port = place.scheme == "https", place.hostname, place.port
        self.root = place.path.rstrip("/") + "/api/internal/workers/"
        self.secret = secret

    def post(self, path, body, token=None, seconds=CALL_SECONDS):
        """The JSON that was answered, or None."""
        headers = {"content-type": "application/json"}
        return self._call("POST", path, json.dumps(body).encode(), headers, token, seconds, _read_json)

    def remove(self, path, seconds):
        self._call("DELETE", path, None, {}, None, seconds, _read_json)

    def download(self, path, token, target):
        with open(target, "wb") as file:
            self._call("GET", path, None, {}, token, CALL_SECONDS, lambda response: _save(response, file))

    def upload(self, path, token, source, content_type):
        with open(source, "rb") as file:
            headers = {"content-type": content_type, "content-length": str(os.fstat(file.fileno()).st_size)}
            self._call("PUT", path, file, headers, token, CALL_SECONDS, _read_json)

    def _connection(self, seconds):
        if self.secure:
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(self.host, self.port, timeout=seconds, context=context)
        return http.client.HTTPConnection(self.host, self.port, timeout=seconds)

    def _call(self, method, path, body, headers, token, seconds, read):
        headers = {**headers, "x-worker-secret": self.secret, **({"x-lease-token": token} if token else {})}
        connection = self._connection(min(seconds, STALL_SECONDS))
        try:
            try:
                connection.request(method, self.root + path, body, headers)
            except (BrokenPipeError, ConnectionResetError, socket.timeout, ssl.SSLError):
                # It may have refused an upload, and reads no more of it.
                if connection.sock is None:
                    raise
            connection.sock.settimeout(seconds)
            response = connection.getresponse()
            if 200 <= response.status < 300:
                return read(response)
            raise _refusal(response)
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"{method} {path}: {error or type(error).__name__}") from error
        finally:
            connection.close()


def _save(response, file):
    while chunk := response.read(CHUNK_BYTES):
        try:
            file.write(chunk)
            file.flush()
        except OSError as error:
            # Not a fault of the network, which would be tried again.
            raise RuntimeError("the folder for running jobs cannot be written") from error


def _read_json(response):
    text, until = b"", time.monotonic() + CALL_SECONDS
    # A host that sends a byte now and then would never reach the time limit of the socket.
    while chunk := response.read1(CHUNK_BYTES):
        text += chunk
        if len(text) > MAX_ANSWER_BYTES or time.monotonic() > until:
            raise Unreachable("the answer is too long, or too slow")
    try:
        return json.loads(text) if text else None
    except ValueError as error:
        raise Unreachable("the answer is not JSON: is this the URL of the service?") from error


def _refusal(response):
    text = response.read(10_000).decode(errors="replace")
    if response.status == 409:
        return LeaseLost()
    try:
        words = json.loads(text)["error"]
    except (ValueError, KeyError, TypeError):
        words = text[:300] or response.reason
    if response.status in (301, 302, 307, 308):
        words = f"it leads to {response.getheader('location')}. Set the server's own URL."
    return Refused(response.status, words)


def retrying(call, lost):
    """Repeats a call that may be repeated while its failure is one that may pass, and the job is not lost."""
    for pause in PAUSES_SECONDS:
        try:
            return call()
        except (Unreachable, Refused) as error:
            if not may_pass(error):
                raise
            if lost.wait(pause):
                raise LeaseLost() from error
    return call()
