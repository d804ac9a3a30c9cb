"""Whisper in PyTorch, in batches, from what `pack_whisper.py` has written: how probable a text is, and what is heard."""

import json
import math
import re
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

SAMPLE_RATE = 16_000
WINDOW = 30 * SAMPLE_RATE
HOP, FFT, BINS = 160, 400, 80
"""Of every Whisper."""
HEAD = 64
END, START, TRANSCRIBE, NO_TIMESTAMPS = 50_257, 50_258, 50_359, 50_363
FIRST_LANGUAGE = 50_259
CODES = (
    "en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk"
).split()


def language_token(language):
    base = language.split("-")[0]
    return FIRST_LANGUAGE + CODES.index({"nb": "no"}.get(base, base))


def bytes_as_letters():
    """GPT-2's vocabulary writes each byte as a visible letter."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in plain]
    return {byte: chr(byte) for byte in plain} | {byte: chr(256 + i) for i, byte in enumerate(others)}


class Tokens:
    PIECES = re.compile(r" ?[^\W\d_]+| ?\d+| ?[^\s\w]+|\s+")

    def __init__(self, folder):
        stored = json.loads((Path(folder) / "whisper0" / "tokens.json").read_text())
        self.ids = stored["vocabulary"]
        self.pieces = {number: piece for piece, number in self.ids.items()}
        self.ranks = {tuple(pair.split(" ")): i for i, pair in enumerate(stored["merges"])}
        self.letters = bytes_as_letters()
        self.bytes = {letter: byte for byte, letter in self.letters.items()}
        self.known = {}

    def merged(self, piece):
        parts = [self.letters[byte] for byte in piece.encode()]
        while len(parts) > 1:
            pairs = [self.ranks.get(pair, math.inf) for pair in zip(parts, parts[1:])]
            best = min(range(len(pairs)), key=pairs.__getitem__)
            if pairs[best] == math.inf:
                break
            parts[best : best + 2] = [parts[best] + parts[best + 1]]
        return [self.ids[part] for part in parts]

    def encode(self, text):
        if text not in self.known:
            self.known[text] = [token for piece in self.PIECES.findall(f" {text}") for token in self.merged(piece)]
        return self.known[text]

    def decode(self, tokens):
        letters = "".join(self.pieces.get(token, "") for token in tokens if token < END)
        return bytes(self.bytes[letter] for letter in letters).decode(errors="replace").strip()


def mel_filters():
    """Slaney's scale: linear below 1 kHz, logarithmic above; triangles of equal area."""
    step, corner, ratio = 200 / 3, 1000.0, math.log(6.4) / 27
    to_mel = lambda hertz: hertz / step if hertz < corner else corner / step + math.log(hertz / corner) / ratio
    to_hertz = lambda mel: mel * step if mel < corner / step else corner * math.exp(ratio * (mel - corner / step))
    edges = np.array([to_hertz(mel) for mel in np.linspace(0, to_mel(SAMPLE_RATE / 2), BINS + 2)])
    places = np.linspace(0, SAMPLE_RATE / 2, FFT // 2 + 1)
    rising = (places - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - places) / (edges[2:] - edges[1:-1])[:, None]
    triangles = np.maximum(0, np.minimum(rising, falling))
    return (triangles * (2 / (edges[2:] - edges[:-2]))[:, None]).astype(np.float32)


class Whisper:
    """`model` is the name of the folders that `pack_whisper.py` has written."""

    def __init__(self, folder, device="cuda", dtype=torch.bfloat16, model="whisper"):
        self.device, self.dtype = torch.device(device), dtype
        self.weights = {}
        for file in sorted(Path(folder).glob(f"{model}[0-9]/weights.npz")):
            stored = np.load(file)
            for name in stored.files:
                if name.endswith("|"):
                    continue
                scale, zero = stored[f"{name}|"]
                values = torch.from_numpy(stored[name]).to(device).float()
                values = (values - zero) * scale if scale else values
                if name.endswith(".weight") and values.ndim == 2 and "embed" not in name:
                    values = values.t()
                self.weights[name] = values.to(dtype).contiguous()
        self.layers = sum(key.endswith(".encoder_attn.q_proj.weight") for key in self.weights)
        self.tokens = Tokens(folder)
        self.filters = torch.from_numpy(mel_filters()).to(device)
        self.window = torch.hann_window(FFT, device=device)

    def w(self, name):
        return self.weights[name]

    def linear(self, x, name):
        return F.linear(x, self.w(f"{name}.weight"), self.weights.get(f"{name}.bias"))

    def norm(self, x, name):
        return F.layer_norm(x, x.shape[-1:], self.w(f"{name}.weight"), self.w(f"{name}.bias"))

    @staticmethod
    def heads(x):
        return x.reshape(*x.shape[:2], -1, HEAD).transpose(1, 2)

    def attend(self, q, k, v, causal=False):
        if hasattr(F, "scaled_dot_product_attention"):
            mixed = F.scaled_dot_product_attention(q, k, v, is_causal=causal)
        else:
            scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
            if causal:
                scores = scores + torch.full(scores.shape[-2:], -math.inf, device=q.device).triu(1)
            mixed = scores.softmax(-1) @ v
        return mixed.transpose(1, 2).flatten(2)

    def feed_forward(self, x, layer):
        inner = F.gelu(self.linear(self.norm(x, f"{layer}.final_layer_norm"), f"{layer}.fc1"))
        return x + self.linear(inner, f"{layer}.fc2")

    def mels(self, sounds):
        """[batch, 80, 3000] of sounds at 16 kHz, each up to 30 s."""
        whole = [torch.as_tensor(sound[:WINDOW], device=self.device) for sound in sounds]
        padded = torch.stack([F.pad(sound, (0, WINDOW - len(sound))) for sound in whole])
        spectra = torch.stft(padded, FFT, HOP, window=self.window, return_complex=True)[..., :-1].abs() ** 2
        logs = (self.filters @ spectra).clamp(min=1e-10).log10()
        logs = torch.maximum(logs, logs.amax((1, 2), keepdim=True) - 8)
        return ((logs + 4) / 4).to(self.dtype)

    def listen(self, sounds):
        """Keys and values of the sounds for every layer of the decoder."""
        x = F.gelu(F.conv1d(self.mels(sounds), self.w("encoder.conv1.weight"), self.w("encoder.conv1.bias"), padding=1))
        x = F.gelu(F.conv1d(x, self.w("encoder.conv2.weight"), self.w("encoder.conv2.bias"), stride=2, padding=1))
        x = x.transpose(1, 2) + self.w("encoder.embed_positions.weight")
        for number in range(self.layers):
            layer = f"encoder.layers.{number}"
            normed = self.norm(x, f"{layer}.self_attn_layer_norm")
            q, k, v = (self.heads(self.linear(normed, f"{layer}.self_attn.{part}_proj")) for part in "qkv")
            x = x + self.linear(self.attend(q, k, v), f"{layer}.self_attn.out_proj")
            x = self.feed_forward(x, layer)
        x = self.norm(x, "encoder.layer_norm")
        return [
            tuple(self.heads(self.linear(x, f"decoder.layers.{n}.encoder_attn.{part}_proj")) for part in "kv")
            for n in range(self.layers)
        ]

    def decode(self, tokens, heard, place=0, past=None):
        """Logits of each next token; `past` collects keys and values of earlier ones."""
        x = self.w("decoder.embed_tokens.weight")[tokens]
        x = x + self.w("decoder.embed_positions.weight")[place : place + tokens.shape[1]]
        for number in range(self.layers):
            layer = f"decoder.layers.{number}"
            normed = self.norm(x, f"{layer}.self_attn_layer_norm")
            q, k, v = (self.heads(self.linear(normed, f"{layer}.self_attn.{part}_proj")) for part in "qkv")
            if past is not None:
                if number < len(past):
                    k, v = torch.cat([past[number][0], k], 2), torch.cat([past[number][1], v], 2)
                    past[number] = (k, v)
                else:
                    past.append((k, v))
            x = x + self.linear(self.attend(q, k, v, causal=place == 0), f"{layer}.self_attn.out_proj")
            normed = self.norm(x, f"{layer}.encoder_attn_layer_norm")
            q = self.heads(self.linear(normed, f"{layer}.encoder_attn.q_proj"))
            x = x + self.linear(self.attend(q, *heard[number]), f"{layer}.encoder_attn.out_proj")
            x = self.feed_forward(x, layer)
        return self.norm(x, "decoder.layer_norm") @ self.w("decoder.embed_tokens.weight").t()

    def prompts(self, languages):
        return [[START, language_token(language), TRANSCRIBE, NO_TIMESTAMPS] for language in languages]

    def surprise(self, heard, texts, languages):
        """Nats per character of each text, given its sound; with gradients, where they are not switched off."""
        rows = [[*prompt, *self.tokens.encode(text), END] for prompt, text in zip(self.prompts(languages), texts)]
        length = max(map(len, rows))
        tokens = torch.tensor([[*row, *[END] * (length - len(row))] for row in rows], device=self.device)
        logits = self.decode(tokens[:, :-1], heard)[:, 3:]
        targets = tokens[:, 4:]
        losses = F.cross_entropy(logits.flatten(0, 1).float(), targets.flatten(), reduction="none").reshape(targets.shape)
        kept = torch.arange(targets.shape[1], device=self.device) < torch.tensor(
            [[len(row) - 4] for row in rows], device=self.device
        )
        counts = torch.tensor([len(text) for text in texts], device=self.device)
        return (losses * kept).sum(1) / counts

    @torch.no_grad()
    def transcribe(self, heard, languages, most=110):
        """The likeliest token each time."""
        tokens = torch.tensor(self.prompts(languages), device=self.device)
        past, said, place = [], [], 0
        done = torch.zeros(len(languages), dtype=torch.bool, device=self.device)
        for step in range(most):
            logits = self.decode(tokens, heard, place, past)[:, -1].float()
            logits[:, END + 1 :] = -math.inf
            if step == 0:
                logits[:, [220, END]] = -math.inf
            place += tokens.shape[1]
            tokens = logits.argmax(1, keepdim=True)
            said.append(torch.where(done, END, tokens[:, 0]))
            done |= tokens[:, 0] == END
            if step % 8 == 7 and bool(done.all()):
                break
        return [self.tokens.decode(row) for row in torch.stack(said, 1).tolist()]
