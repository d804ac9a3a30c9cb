import queue
import threading
import time

from .server import LeaseLost, Refused, Unreachable

# Progress can change with every picture.
LEAST_SECONDS = 0.5
# Of a lease: two heartbeats may get lost.
SHARE_OF_LEASE = 0.3


class Heartbeat(threading.Thread):
    """Renews the lease of a job, reports its progress at most twice a second, and finds out when the job is lost."""

    def __init__(self, server, leased, on_lost, log):
        super().__init__(daemon=True, name="heartbeat")
        self.server, self.leased, self.on_lost, self.log = server, leased, on_lost, log
        self.every = leased["lease_seconds"] * SHARE_OF_LEASE
        self.lost = threading.Event()
        # Has no lock that an interrupted adapter could leave held.
        self.news = queue.SimpleQueue()

    def report(self, stage, share):
        fields = {"stage": stage, "progress": share if share is None else min(1.0, max(0.0, share))}
        self.news.put({name: value for name, value in fields.items() if value is not None})

    def stop(self):
        self.news.put(None)

    def run(self):
        path = f"jobs/{self.leased['job_id']}/report"
        while (progress := self._next(time.monotonic())) is not None:
            try:
                self.server.post(path, progress, self.leased["lease_token"], max(2.0, self.every))
            except LeaseLost:
                self.lost.set()
                return self.on_lost()
            except (Unreachable, Refused) as error:
                # The next one tries again. If none gets through, the lease runs out.
                self.log(f"progress could not be reported: {error}")

    def _next(self, sent_at):
        """Waits until a report is due. None: nothing is left to report."""
        progress = {}
        while True:
            left = sent_at + (LEAST_SECONDS if progress else self.every) - time.monotonic()
            if left <= 0:
                return progress
            try:
                news = self.news.get(timeout=left)
            except queue.Empty:
                continue
            if news is None:
                return None
            progress.update(news)
