import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { EventFile } from '../../../../electron/practice/broker/push/event-file.js'
import { EventLog } from '../../../../electron/practice/broker/push/event-log.js'
import { loadKeys } from '../../../../electron/practice/data/keys.js'
import { openDataDir } from '../../../../electron/practice/data/state-file.js'
import { LineWriter } from '../../../../electron/practice/store/log-lines.js'
import { Store, type Loaded } from '../../../../electron/practice/store/store.js'
import { loadCertificates } from '../../../../electron/practice/tls/stored-certificates.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { Message } from '../../../../shared/messages/message.js'
import { damageFile, type Damage } from './damages.js'
import type { DamagedFile } from './profile-rows.js'

const NAME = 'exchange-1.json'
const NOW = epochMs(1_797_000_000_000)
const NEWER_STATE = '{"version":99,"sha256":""}\n{}'

interface StoredState {
  readonly log: number
  readonly ids: readonly string[]
}

/** Runs a step of the start; what it throws ends the start with words that name the file. */
async function started(file: string, step: () => Promise<string>): Promise<string> {
  try {
    return await step()
  } catch (error) {
    const text = error instanceof Error ? error.message : ''
    return text.includes(file) ? 'the start ends with words, nothing is changed' : `UNNAMED ${text}`
  }
}

/** Damages a file of the exchange; a folder in its place ends the start before anything is read. */
async function damaged(
  folder: string,
  file: string,
  damage: Damage,
  newer: string | null,
): Promise<string | null> {
  damageFile(path.join(folder, file), damage, newer)
  const opened = await openDataDir(folder)
  return opened.ok ? null : 'the start ends with words, nothing is changed'
}

/** An exchange that was killed after five changes, two snapshots and two logs. */
async function killed(folder: string): Promise<void> {
  const ids: string[] = []
  const store = new Store({ folder, name: NAME, monotonic: () => 0, onError: () => undefined })
  await store.load(NOW, (value) => (value as StoredState).log)
  await store.start({
    take: (log): StoredState => ({ log, ids: [...ids] }),
    head: () => [['k', 1]],
  })
  clearInterval((store as unknown as { timer: NodeJS.Timeout }).timer)
  for (const id of ['one', 'two', 'three', 'four', 'five']) {
    ids.push(id)
    store.record(['a', id])
    await store.commit()
    if (id === 'two') await store.snapshot()
  }
}

function sayLoaded({
  value,
  groups,
  lost,
  fromPrevious,
  setAside,
  logsAside,
  end,
}: Loaded): string {
  const ids = [
    ...((value as StoredState | null)?.ids ?? []),
    ...groups.flat().flatMap((entry) => (entry[0] === 'a' ? [entry[1]] : [])),
  ]
  const said = [
    ...(lost ? ['practice starts empty'] : []),
    ...(fromPrevious ? ['the save before it and the logs are used'] : []),
    ...(setAside.length > 0 ? ['set aside'] : []),
    ...(logsAside.length > 0 ? ['a copy set aside'] : []),
    ...(end === null ? [] : [`its end is ${end}`]),
  ]
  const isComplete = new Set(ids).size === 5
  if (said.length === 0) return isComplete ? 'read' : 'NOT SAID'
  return `${said.join(', ')}, said${isComplete ? '; no change is lost' : ''}`
}

const storeRow = (file: string, newer: string | null): DamagedFile => ({
  file: file.replace('-1.', '-<seed>.').replace(/log\.\d/, 'log.<number>'),
  async outcomeOf(folder, damage) {
    mkdirSync(folder, { recursive: true })
    await killed(folder)
    const problem = await damaged(folder, file, damage, newer)
    if (problem !== null) return problem
    if (damage === 'newer' && newer === null) return 'has the version of its log'
    return started(file, async () => {
      const store = new Store({ folder, name: NAME, monotonic: () => 0, onError: () => undefined })
      return sayLoaded(await store.load(NOW, (value) => (value as StoredState).log))
    })
  },
})

const LOG_FILE = 'exchange-1.log.2'
const newerLog = (): string => new LineWriter().line({ log: 99, generation: 2, follows: null })

const notedRow = (
  file: string,
  load: (folder: string, notes: Message[]) => Promise<unknown>,
): DamagedFile => ({
  file,
  async outcomeOf(folder, damage) {
    mkdirSync(folder, { recursive: true })
    await load(folder, [])
    const before = JSON.stringify(await load(folder, []))
    const problem = await damaged(folder, file, damage, NEWER_STATE)
    if (problem !== null) return problem
    return started(file, async () => {
      const notes: Message[] = []
      const after = JSON.stringify(await load(folder, notes))
      if (notes.length > 0) return 'set aside, new ones made, said'
      if (after === before) return 'read'
      return damage === 'missing' ? 'new ones made: only this exchange uses them' : 'NOT SAID'
    })
  },
})

const PUSH: DamagedFile = {
  file: 'broker-events-<seed>.jsonl',
  async outcomeOf(folder, damage) {
    mkdirSync(folder, { recursive: true })
    const name = 'broker-events-1.jsonl'
    const file = path.join(folder, name)
    const open = async (log: EventLog) =>
      log.open(
        () => Promise.resolve(),
        () => undefined,
        NOW,
      )
    const first = new EventLog(new EventFile(file))
    await open(first)
    for (const id of ['a', 'b', 'c']) first.append('SOD', NOW, { name: id })
    while (first.last < 3) await new Promise((resolve) => setImmediate(resolve))
    await first.close()
    const problem = await damaged(folder, name, damage, null)
    if (problem !== null) return problem
    if (damage === 'newer') return 'has the version of the state'
    return started(name, async () => {
      const next = new EventLog(new EventFile(file))
      next.restore(first.state())
      const lost = await open(next)
      await next.close()
      if (lost === null) return next.first === 0 ? 'read' : 'NOT SAID'
      return lost.aside === null ? 'said' : 'a copy set aside, said'
    })
  },
}

const plainRow = (file: string, text: string): DamagedFile => ({
  file,
  async outcomeOf(folder, damage) {
    if (damage !== 'directory' || file.includes('/')) return `by design: ${text}`
    mkdirSync(path.join(folder, file), { recursive: true })
    const opened = await openDataDir(folder)
    return opened.ok ? 'NOT SAID' : 'the start ends with words, nothing is changed'
  },
})

export const EXCHANGE_ROWS: readonly DamagedFile[] = [
  storeRow(NAME, NEWER_STATE),
  storeRow(`${NAME}.previous`, NEWER_STATE),
  storeRow(LOG_FILE, newerLog()),
  storeRow('exchange-1.log.head', null),
  PUSH,
  notedRow('keys.json', (folder, notes) => loadKeys(folder, NOW, notes)),
  notedRow('certificate.json', (folder, notes) => loadCertificates(folder, NOW, [], notes)),
  plainRow('ca.pem', 'rewritten at every start'),
  plainRow('in-use.lock', 'of a process: taken over when that has ended'),
  plainRow('exchange-<seed>-documents/<id>.base64', 'said to the client that requests it'),
]
