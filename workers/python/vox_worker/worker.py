"""The loop of a worker.

The adapter runs in the main thread, since that is where Python delivers signals: the thread of the heartbeat sends one when the
job is lost, and its handler raises `Interrupted` in the midst of the adapter. A model that never asks whether it should go on
is interrupted between two of its steps. One that hangs in a single step ends with the process.
"""

import contextlib
import os
import signal
import threading
import time
import traceback

from .adapter import Failed
from .heartbeat import Heartbeat
from .job import Job
from .scratch import open_scratch, scratch_folder
from .server import LeaseLost, Refused, Unreachable, may_pass

WAIT_SECONDS = 20
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.5, 15
# The server may be gone, too.
LEAVE_SECONDS = 3
# A step of a model that takes longer hangs.
INTERRUPT_SECONDS = 60


class Interrupted(BaseException):
    """The job was lost, or this worker stops. Not an `Exception`, so that an adapter which catches those does not keep it."""


class Worker:
    def __init__(self, server, adapter, name, folder, grace_seconds, log):
        self.server, self.adapter, self.name, self.folder = server, adapter, name, folder
        self.grace_seconds, self.log = grace_seconds, log
        self.worker_id = None
        self.stopping = False
        # Whether the adapter runs, and whether a signal may interrupt what the main thread does: that, or nothing but waiting.
        self.running = self.interruptible = False
        self.heartbeat = None

    def work(self):
        open_scratch(self.folder)
        signal.signal(signal.SIGTERM, self._asked_to_stop)
        signal.signal(signal.SIGINT, self._asked_to_stop)
        signal.signal(signal.SIGUSR1, self._interrupt)
        pause = FIRST_PAUSE_SECONDS
        while not self.stopping:
            try:
                leased = self._waiting(self._lease)
                pause = FIRST_PAUSE_SECONDS
                if leased:
                    self._run(leased)
            except Interrupted:
                continue
            except (Unreachable, Refused) as error:
                if not (may_pass(error) or getattr(error, "status", 0) == 404):
                    raise
                pause = self._pause(pause, error)
            except OSError as error:
                # No folder could be made for the job. Its lease runs out.
                pause = self._pause(pause, error)
        self._leave()

    def _waiting(self, call):
        """A job that the server leases while this is interrupted returns to the queue, because nobody reads the answer."""
        self.interruptible = True
        try:
            if self.stopping:
                raise Interrupted
            return call()
        finally:
            self.interruptible = False

    def _pause(self, seconds, error):
        """Returns how long the next pause is."""
        self.log(f"no job could be leased, trying again in {seconds:g} s: {error}")
        with contextlib.suppress(Interrupted):
            self._waiting(lambda: time.sleep(seconds))
        return min(2 * seconds, LONGEST_PAUSE_SECONDS)

    def _lease(self):
        try:
            if self.worker_id is None:
                offer = {"name": self.name, "capabilities": self.adapter.capabilities}
                self.worker_id = (self.server.post("register", offer) or {}).get("worker_id")
                if self.worker_id is None:
                    raise Unreachable("the answer is not a service's: is this its URL?")
                self.log(f"{self.name} works: {', '.join(self.adapter.capabilities)}")
            return self.server.post(f"{self.worker_id}/lease", {"wait_seconds": WAIT_SECONDS}, None, WAIT_SECONDS + 15)
        except Refused as error:
            # The server no longer knows this worker: it registers again.
            if error.status == 404:
                self.worker_id = None
            raise

    def _run(self, leased):
        def log(text):
            self.log(f"{leased['job_id']} attempt {leased['attempt']}: {text}")

        heartbeat = self.heartbeat = Heartbeat(self.server, leased, self._send_interrupt, log)
        with scratch_folder(self.folder) as folder:
            job = Job(self.server, leased, folder, heartbeat, log)
            heartbeat.start()
            try:
                self._attempt(job)
            except LeaseLost:
                log("was taken away")
            except Interrupted:
                if heartbeat.lost.is_set():
                    log("was taken away")
                else:
                    job.give_back()
            except (Unreachable, Refused) as error:
                log(f"is left to others: {error}")
            finally:
                heartbeat.stop()

    def _attempt(self, job):
        try:
            job.finish(self._interruptibly(job))
            job.log("is completed")
        except Failed as error:
            job.log(f"failed: {error.text}")
            job.fail(error.text, error.code, error.final)
        except (LeaseLost, Unreachable):
            raise
        except Refused as error:
            if may_pass(error) or error.status == 403:
                raise
            job.log(f"failed, because the server refused something: {error}")
            # It would refuse the same thing again.
            job.fail("The worker made something that cannot be used.", "unusable_result", error.status == 400)
        except Exception:
            job.log(traceback.format_exc())
            job.fail("The worker could not do this job.", "worker_failed", False)

    def _interruptibly(self, job):
        self.interruptible = self.running = True
        try:
            if self.stopping:
                raise Interrupted
            return self.adapter.run(job)
        finally:
            self.interruptible = self.running = False

    def _asked_to_stop(self, *_):
        """The running job has time to end. A second signal gives it back at once."""
        # At once: a second signal may come while the first one is handled.
        again, self.stopping = self.stopping, True
        if self.running and not again:
            self._later(self.grace_seconds, self._send_interrupt)
            self.log(f"stops; the running job has {self.grace_seconds:g} s to end")
        elif self.interruptible:
            self.interruptible = False
            raise Interrupted

    def _send_interrupt(self):
        heartbeat = self.heartbeat
        signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)
        self._later(INTERRUPT_SECONDS, lambda: self._end_if_stuck(heartbeat))

    def _interrupt(self, *_):
        # The signal of an earlier job may be late.
        if self.running and self.interruptible and (self.stopping or self.heartbeat.lost.is_set()):
            self.interruptible = False
            raise Interrupted

    def _end_if_stuck(self, heartbeat):
        if self.running and self.heartbeat is heartbeat:
            self.log("the model does not stop, so this process ends")
            os._exit(70)

    def _later(self, seconds, call):
        timer = threading.Timer(seconds, call)
        timer.daemon = True
        timer.start()

    def _leave(self):
        """What was leased to this worker and never reached it returns to the queue at once."""
        if self.worker_id is None:
            return
        try:
            self.server.remove(self.worker_id, LEAVE_SECONDS)
        except (Unreachable, Refused) as error:
            self.log(f"the server could not be told that this worker stops: {error}")
