import path from 'node:path'
import { AtomicFile } from '../../adapters/atomic-file.js'
import { systemClock } from '../../adapters/clock.js'
import { nodeCrypto } from '../../adapters/crypto.js'
import { createJournalFile, journalPath } from '../../adapters/journal/journal-file.js'
import type { LogFile } from '../../adapters/log-file.js'
import { systemRandom } from '../../adapters/random.js'
import { systemTimers } from '../../adapters/timers.js'
import { copiedBeforeUpgrade } from '../../adapters/journal/upgrade-copy.js'
import { REGISTER_FILE } from '../../core/files/file-register.js'
import { CONNECTIONS_VERSION } from '../../core/instructions/connections/connection-file.js'
import { HALT_VERSION, isStoredHalt } from '../../core/instructions/kill-switch/halt-file.js'
import type { InstructionServiceDeps } from '../../core/instructions/queue/instruction-service-deps.js'
import type { CryptoPort } from '../../core/net-ports.js'
import type {
  ClockPort,
  DocumentPort,
  JournalPort,
  LogPort,
  RandomPort,
  TimerPort,
} from '../../core/ports.js'
import { damageAsText } from './access-file.js'
import { haltFile } from '../session/halt-file.js'

/** Enough for a halt with the most orders that it stores. */
const HALT_SLOT_BYTES = 131_072

/**
 * The journals of requests. Without the record that one was sent, it would look as if it were still
 * to be decided, so a damaged one starts empty and halts assistants.
 */
const REQUESTS = /^(instructions|waiting)/

/** The ports that every part of an assistant session uses. */
export interface AssistantPorts {
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly crypto: CryptoPort
  readonly log: LogPort
}

/** A journal whose lines can be replaced all at once. */
export type ReplaceableJournal = JournalPort &
  Pick<NonNullable<InstructionServiceDeps['archive']>, 'replace'>

/** The files of the environment's `assistants` folder, and the register of damaged ones. */
export interface AssistantFiles {
  readonly register: DocumentPort
  /** The record of the kill switch, in two places; without it one document has it. */
  readonly halt?: DocumentPort
  document(name: string): DocumentPort
  journal(name: string): ReplaceableJournal
}

/** The environment of an assistant session: its ports and its files. */
export interface AssistantAdapters {
  readonly ports: AssistantPorts
  readonly files: AssistantFiles
}

/** Creates the adapters of Node for the profile folder `root`. */
export function nodeAssistantAdapters(root: string, log: LogFile): AssistantAdapters {
  const folder = path.join(root, 'assistants')
  return {
    ports: {
      clock: systemClock,
      timers: systemTimers,
      random: systemRandom,
      crypto: nodeCrypto,
      log,
    },
    files: {
      register: new AtomicFile({ path: path.join(root, REGISTER_FILE), clock: systemClock }),
      halt: haltFile({
        root,
        name: path.join('assistants', 'halt.json'),
        isHalt: isStoredHalt,
        version: HALT_VERSION,
        slotBytes: HALT_SLOT_BYTES,
        log,
      }),
      document: (name) => {
        const place = { path: path.join(folder, name), clock: systemClock }
        return name === 'connections.json'
          ? damageAsText(copiedBeforeUpgrade({ ...place, version: CONNECTIONS_VERSION }))
          : new AtomicFile(place)
      },
      journal: (name) =>
        createJournalFile({
          path: journalPath(folder, name),
          clock: systemClock,
          log,
          endsWithDamage: REQUESTS.test(name),
        }),
    },
  }
}
