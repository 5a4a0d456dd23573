import { MINUTE_MS, SECOND_MS } from '../../../shared/domain/time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { HttpFailure, HttpPort, HttpResponse } from '../net-ports.js'
import type { ClockPort, FileError, TimerPort } from '../ports.js'
import type { UpdateFile } from './update-manifest.js'
import type { StagedFile } from './update-ports.js'

/**
 * Downloads go through the HTTPS port that everything else of the program uses, in parts (RFC 9110,
 * ranges): each part is bounded in size and time by the port, none of it is held in memory for
 * long, and a part that was cut is requested again alone.
 */

const PART_BYTES = 2 * 1_024 * 1_024
const PART_MS = MINUTE_MS
const CONNECT_MS = 15 * SECOND_MS
const MANIFEST_BYTES = 512 * 1_024
const MANIFEST_MS = 30 * SECOND_MS
/** A file that takes longer is given up. */
const MAX_DOWNLOAD_MS = 60 * MINUTE_MS
/** The pauses before a part is requested again. */
const RETRY_MS = [2 * SECOND_MS, 8 * SECOND_MS] as const
const OK = 200
const PARTIAL = 206
const REDIRECTS = [301, 302, 303, 307, 308]

export type DownloadProblem =
  | { readonly kind: 'network'; readonly detail: string }
  | { readonly kind: 'certificate' | 'too-slow' | 'cut' | 'other-size' | 'redirect' | 'wrong-hash' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'disk'; readonly error: FileError }
  | { readonly kind: 'canceled' }

/** Where the files of a channel are: `https://host[:port]`, and the folder below it. */
export interface UpdateAddress {
  readonly origin: string
  /** Begins and ends with `/`. */
  readonly folder: string
}

function problemOf({ kind, detail }: HttpFailure): DownloadProblem {
  switch (kind) {
    case 'tls':
      return { kind: 'certificate' }
    case 'timeout':
      return { kind: 'too-slow' }
    case 'truncated':
    case 'reset':
      return { kind: 'cut' }
    case 'too-large':
      return { kind: 'other-size' }
    case 'connect':
    case 'aborted':
    case 'failed':
      return { kind: 'network', detail }
  }
}

const statusProblem = (status: number): DownloadProblem =>
  REDIRECTS.includes(status) ? { kind: 'redirect' } : { kind: 'status', status }

/**
 * Requests the signed manifest of a channel; returns its text. The request names the channel and
 * nothing of this computer, its version or its person.
 */
export async function requestManifest(
  http: Pick<HttpPort, 'send'>,
  { origin, folder }: UpdateAddress,
  channel: string,
): Promise<Result<string, DownloadProblem>> {
  const response = await http.send({
    ...{ method: 'GET', origin, target: `${folder}${channel}.json` },
    ...{ headers: { 'cache-control': 'no-cache' }, body: null },
    ...{ connectTimeoutMs: CONNECT_MS, readTimeoutMs: MANIFEST_MS },
    maxResponseBytes: MANIFEST_BYTES,
  })
  if (!response.ok) return err(problemOf(response.error))
  if (response.value.status !== OK) return err(statusProblem(response.value.status))
  return ok(new TextDecoder().decode(response.value.body))
}

interface Part {
  readonly from: number
  readonly length: number
}

/** Returns why the response is not exactly this part of the file; null when it is. */
function partProblem(
  { status, headers, body }: HttpResponse,
  { from, length }: Part,
  size: number,
): DownloadProblem | null {
  // A server without ranges sends the file whole, which is right where it is one part.
  const isWhole = status === OK && length === size
  if (status !== PARTIAL && !isWhole) {
    return status === OK ? { kind: 'other-size' } : statusProblem(status)
  }
  const range = `bytes ${from}-${from + length - 1}/${size}`
  if (!isWhole && headers['content-range'] !== range) return { kind: 'other-size' }
  return body.length === length ? null : { kind: 'other-size' }
}

export interface DownloadDeps {
  readonly http: Pick<HttpPort, 'send'>
  readonly clock: Pick<ClockPort, 'monotonic'>
  readonly timers: Pick<TimerPort, 'after'>
  /** Called after each part, with the bytes so far. */
  readonly onProgress: (received: number) => void
  readonly isCanceled: () => boolean
}

/** Fills the staged file from the network and verifies it; on any failure it is deleted. */
export async function downloadFile(
  deps: DownloadDeps,
  address: UpdateAddress,
  file: UpdateFile,
  staged: StagedFile,
): Promise<Result<void, DownloadProblem>> {
  const filled = await fill(deps, address, file, staged)
  if (!filled.ok) {
    await staged.discard()
    return filled
  }
  const hash = await staged.finish()
  if (hash.ok && hash.value === file.sha512) return ok(undefined)
  await staged.discard()
  return err(hash.ok ? { kind: 'wrong-hash' } : { kind: 'disk', error: hash.error })
}

async function fill(
  deps: DownloadDeps,
  address: UpdateAddress,
  file: UpdateFile,
  staged: StagedFile,
): Promise<Result<void, DownloadProblem>> {
  const startedAt = deps.clock.monotonic()
  for (let from = 0; from < file.size; from += PART_BYTES) {
    if (deps.isCanceled()) return err({ kind: 'canceled' })
    if (deps.clock.monotonic() - startedAt > MAX_DOWNLOAD_MS) return err({ kind: 'too-slow' })
    const part = { from, length: Math.min(PART_BYTES, file.size - from) }
    const bytes = await requestPart(deps, address, file, part)
    if (!bytes.ok) return bytes
    const written = await staged.write(bytes.value)
    if (!written.ok) return err({ kind: 'disk', error: written.error })
    deps.onProgress(from + part.length)
  }
  return ok(undefined)
}

/** Only what a second request may mend is requested again. */
const mayRetry = ({ kind }: DownloadProblem): boolean => kind === 'cut' || kind === 'network'

async function requestPart(
  deps: DownloadDeps,
  { origin, folder }: UpdateAddress,
  { name, size }: UpdateFile,
  part: Part,
): Promise<Result<Uint8Array, DownloadProblem>> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await deps.http.send({
      ...{ method: 'GET', origin, target: `${folder}${name}` },
      headers: { range: `bytes=${part.from}-${part.from + part.length - 1}` },
      body: null,
      ...{ connectTimeoutMs: CONNECT_MS, readTimeoutMs: PART_MS },
      maxResponseBytes: part.length,
    })
    const problem = response.ok
      ? partProblem(response.value, part, size)
      : problemOf(response.error)
    if (response.ok && problem === null) return ok(response.value.body)
    const pause = RETRY_MS[attempt]
    if (problem !== null && (pause === undefined || !mayRetry(problem) || deps.isCanceled())) {
      return err(problem)
    }
    await new Promise<void>((resolve) => void deps.timers.after(pause ?? 0, resolve))
  }
}
