import { join } from 'node:path'
import {
  OPEN_MINUTE,
  closeMinute,
  exchangeInstant,
} from '../../../shared/domain/market/exchange-time.js'
import { MINUTE_MS } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { RecordedBars } from '../../../shared/practice/recorded-bars.js'
import type { Replay } from '../../../shared/practice/replay.js'
import { loadKeys, type Keys } from '../data/keys.js'
import { writeAtomically } from '../data/state-file.js'
import type { PracticeOptions } from '../model/practice-options.js'
import { WallClock } from '../simulation/clock.js'
import { stateName } from '../simulation/market-simulation.js'
import { loadState } from '../store/load-state.js'
import type { PracticeFile } from '../store/practice-file.js'
import { removeTemporaryFiles } from '../store/snapshots.js'
import { Store } from '../store/store.js'
import type { Certificates } from '../tls/certificates.js'
import { loadCertificates } from '../tls/stored-certificates.js'
import type { PracticeDeps } from './practice-deps.js'

/** The contents of a data folder at the start of an exchange. */
export interface PracticeData {
  readonly wall: WallClock
  readonly store: Store
  readonly keys: Keys
  /** What this exchange replays; null for one that follows the wall clock. */
  readonly replay: Replay | null
  /** The state to continue from; null when practice starts over. */
  readonly state: PracticeFile | null
  readonly certificates: Certificates
  /** Path of the authority's certificate, for clients in other processes. */
  readonly caFile: string
  /** Messages for the user about the start; later steps append theirs. */
  readonly notes: Message[]
}

/** Says which symbol follows recorded bars, and how many minutes of its session have none. */
function replayNote({ symbol, day, source, minutes }: RecordedBars): Message {
  const [open, close] = [exchangeInstant(day, OPEN_MINUTE), exchangeInstant(day, closeMinute(day))]
  const traded = minutes.filter(([time]) => time >= open && time < close).length
  const quiet = (close - open) / MINUTE_MS - traded
  return message('practice.replaysBars', { symbol, day, ...source, quiet })
}

/** Reads keys, state and certificates from the data folder, creating those that do not exist. */
export async function openPracticeData(
  options: PracticeOptions,
  { host, onError }: PracticeDeps,
  replay: Replay | null,
): Promise<PracticeData> {
  const notes: Message[] = []
  const folder = options.dataDir
  const wall = new WallClock(host)
  await removeTemporaryFiles(folder)
  const store = new Store({
    folder,
    name: stateName(options.seed),
    monotonic: () => host.monotonic(),
    onError,
  })
  const keys = await loadKeys(folder, wall.now(), notes)
  const state = await loadState(store, wall.now(), notes, replay?.bars ?? null)
  const certificates = await loadCertificates(folder, wall.now(), options.names ?? [], notes)
  const caFile = join(folder, 'ca.pem')
  await writeAtomically(caFile, certificates.ca)
  const bars = replay?.bars ?? null
  if (bars !== null) notes.push(replayNote(bars))
  return { wall, store, keys, replay, state, certificates, caFile, notes }
}
