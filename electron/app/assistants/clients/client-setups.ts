import path from 'node:path'
import {
  backUpSettingsFile,
  hasFolder,
  isReadableByOthers,
  readSettingsFile,
  realFolder,
  removeSettingsFile,
  replaceSettingsFile,
  type SettingsFile,
  type SettingsFileProblem,
} from '../../../adapters/settings-files.js'
import {
  clientSpec,
  isOffered,
  keysOfEntries,
  pathOf,
  SEARCHED_CLIENTS,
  type ClientAccess,
  type ClientSpec,
  type PersonFolders,
} from '../../../assistant/clients/client-table.js'
import {
  editConfig,
  parseConfig,
  type ConfigProblem,
} from '../../../assistant/clients/config-edit.js'
import { valueAt } from '../../../assistant/clients/config-value.js'
import { keyOfEntry, renewedEntry } from '../../../assistant/clients/earlier-command.js'
import { lineDiff } from '../../../assistant/clients/line-diff.js'
import { fileErrorMessage } from '../../../core/file-error.js'
import type { CryptoPort } from '../../../core/net-ports.js'
import type { ClockPort, DocumentPort, FileError, LogPort } from '../../../core/ports.js'
import { parseClientSetups, writeClientSetups, type StoredSetup } from './client-setups-file.js'
import { appError, type AppError, type AppResult } from '../../../../shared/domain/app/app-error.js'
import type {
  ClientId,
  ClientPlan,
  ClientSetup,
  OutdatedClient,
  UndoResult,
} from '../../../../shared/domain/instructions/client-setup.js'
import type { ConnectionId } from '../../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { createSerialQueue } from '../../../../shared/domain/serial-queue.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

export interface ClientSetupsDeps {
  /** Where the changes that can be undone are stored. */
  readonly file: DocumentPort
  readonly folders: PersonFolders
  readonly clock: ClockPort
  readonly crypto: Pick<CryptoPort, 'digestHex'>
  readonly log: LogPort
  readonly newId: () => string
}

/** The keys of the assistants that are paired. */
export interface KnownKeys {
  /** Returns whose key it is; null for one that is not valid here. */
  readonly connectionOf: (token: string) => ConnectionId | null
  readonly accessFor: (token: string) => ClientAccess
}

/** A change that is shown and waits for the person. */
interface OpenPlan {
  readonly id: string
  readonly spec: ClientSpec
  readonly connection: ConnectionId
  readonly path: string
  readonly found: SettingsFile
  readonly next: string
}

/** The permissions of the owner of a file. */
const OWNER = 0o700

const FILE_PROBLEMS = {
  unreadable: 'clients.unreadable',
  'read-only': 'clients.readOnly',
  'not-a-file': 'clients.notAFile',
  'broken-link': 'clients.brokenLink',
  'too-large': 'clients.tooLarge',
  'not-text': 'clients.damaged',
} as const satisfies Record<SettingsFileProblem, string>
const CONFIG_PROBLEMS = {
  damaged: 'clients.damaged',
  unexpected: 'clients.unexpected',
  'not-editable': 'clients.notEditable',
} as const satisfies Record<ConfigProblem, string>

const refused = (reason: Message): { readonly ok: false; readonly error: AppError } =>
  err(appError('instruction/refused', reason))
const notStored = (error: FileError): { readonly ok: false; readonly error: AppError } =>
  err(appError('storage/failed', fileErrorMessage(error)))

/**
 * The settings of assistants' programs: shows a change before it is written, keeps a copy, changes
 * only the entry of Countersign, and undoes it.
 */
export class ClientSetups {
  readonly #deps: ClientSetupsDeps
  readonly #changes = createSerialQueue()
  #setups: readonly StoredSetup[] | null = null
  /** Only the newest plan can be written: it is the one in sight. */
  #plan: OpenPlan | null = null

  constructor(deps: ClientSetupsDeps) {
    this.#deps = deps
  }

  /** Returns the changes that can be undone, newest first. */
  list(): Promise<readonly ClientSetup[]> {
    return this.#changes.run(async () => (await this.#stored()).map((setup) => this.#view(setup)))
  }

  /** Finds the change of a client's settings. Writes nothing. */
  plan(client: ClientId, connection: ConnectionId, access: ClientAccess): AppResult<ClientPlan> {
    return this.#changes.run(async () => {
      this.#plan = null
      const spec = clientSpec(client)
      if (!isOffered(client)) return refused(message('clients.planGone'))
      const file = await this.#fileOf(spec)
      const settings = await readSettingsFile(file)
      if (!settings.ok) return this.#fileRefused(settings.error, file)
      const before = settings.value.content ?? ''
      const present = parseConfig(spec.format, before)
      if (!present.ok) return this.#configRefused(present.error, file)
      const next = editConfig(spec.format, before, spec.keys, spec.entry(access))
      if (!next.ok) return this.#configRefused(next.error, file)
      const change = { spec, connection, path: file, found: settings.value, next: next.value }
      return ok(await this.#show(change, before))
    })
  }

  /**
   * Returns the settings that start the bridge by a command of an earlier version: it named a file
   * or a runtime that may be gone.
   */
  outdated(keys: KnownKeys): Promise<readonly OutdatedClient[]> {
    return this.#changes.run(async () => {
      const outdated = new Map<string, OutdatedClient>()
      for (const spec of SEARCHED_CLIENTS) {
        const renewal = await this.#renewal(spec, keys)
        if (renewal === null || outdated.has(renewal.path)) continue
        const { connection, path: file } = renewal
        outdated.set(file, { client: spec.id, connection, file: this.#short(file) })
      }
      return [...outdated.values()]
    })
  }

  /** Finds the change that renews an outdated command, with the key that is there. */
  planRenewal(client: ClientId, keys: KnownKeys): AppResult<ClientPlan> {
    return this.#changes.run(async () => {
      this.#plan = null
      const spec = clientSpec(client)
      const renewal = await this.#renewal(spec, keys)
      if (renewal === null) return refused(message('clients.planGone'))
      const { path: file, found, before, entries, connection } = renewal
      const next = withEntries(spec, before, entries)
      if (!next.ok) return this.#configRefused(next.error, file)
      return ok(await this.#show({ spec, connection, path: file, found, next: next.value }, before))
    })
  }

  /** Returns what has to become of a client's entries; null where nothing has to. */
  async #renewal(spec: ClientSpec, { connectionOf, accessFor }: KnownKeys) {
    const file = await this.#fileOf(spec)
    const settings = await readSettingsFile(file)
    const before = settings.ok ? settings.value.content : null
    if (!settings.ok || before === null) return null
    const present = parseConfig(spec.format, before)
    const settingsNow = present.ok ? present.value : {}
    const renewals = keysOfEntries(spec, settingsNow).flatMap((keys) => {
      const old = valueAt(settingsNow, keys)
      const key = keyOfEntry(old)
      const connection = key === null ? null : connectionOf(key)
      const entry = key === null ? null : renewedEntry(old, spec, accessFor(key))
      return connection === null || entry === null ? [] : [{ keys, entry, connection }]
    })
    const [first] = renewals
    return first === undefined
      ? null
      : {
          ...{ path: file, found: settings.value, before },
          ...{ entries: renewals, connection: first.connection },
        }
  }

  /** Makes the newest plan of a change, and describes it. */
  async #show(change: Omit<OpenPlan, 'id'>, before: string): Promise<ClientPlan> {
    const { spec, path: file, found, next } = change
    const id = this.#deps.newId()
    this.#plan = { ...change, id }
    const present = parseConfig(spec.format, before)
    return {
      plan: id,
      client: spec.id,
      file: this.#short(file),
      ...(await this.#link(file, found.target)),
      readableByOthers: isReadableByOthers(found),
      change: changeOf(found, present.ok ? valueAt(present.value, spec.keys) : undefined, next),
      installed: await hasFolder(file),
      lines: lineDiff(before, next),
    }
  }

  /**
   * Writes the change that was shown, unless the file has changed since. `ownerOnly`: the file can
   * be read by nobody else from then on, because it holds a key.
   */
  write(id: string, ownerOnly: boolean): AppResult<void> {
    return this.#changes.run(async () => {
      const plan = this.#plan
      if (plan?.id !== id) return refused(message('clients.planGone'))
      this.#plan = null
      const { path: file, found, next } = plan
      const now = await readSettingsFile(file)
      if (!now.ok) return this.#fileRefused(now.error, file)
      if (now.value.target !== found.target || now.value.content !== found.content) {
        return this.#changedMeanwhile(file)
      }
      const backup = await backUpSettingsFile(now.value, this.#deps.clock)
      if (!backup.ok) return notStored(backup.error)
      // The record is stored first: a change that cannot be undone must not exist.
      const stored = await this.#store([
        this.#setupOf(plan, backup.value),
        ...(await this.#stored()),
      ])
      if (!stored.ok) return notStored(stored.error)
      const { target, mode } = now.value
      const { clock, log } = this.#deps
      const content = { content: next, mode: ownerOnly ? mode & OWNER : mode }
      const written = await replaceSettingsFile({ target, content: found.content }, content, clock)
      if (written.ok && written.value) {
        log.event('info', 'client-settings.written', { what: plan.spec.id })
        return ok(undefined)
      }
      await this.#store((await this.#stored()).slice(1))
      if (backup.value !== null) await removeSettingsFile(backup.value, clock)
      return written.ok ? this.#changedMeanwhile(file) : notStored(written.error)
    })
  }

  /** Takes the newest change of a client back: the file as it was, or without the entry. */
  undo(client: ClientId, connection: ConnectionId): AppResult<UndoResult> {
    return this.#changes.run(async () => {
      const setups = await this.#stored()
      const setup = setups.find(
        (entry) => entry.client === client && entry.connection === connection,
      )
      if (setup === undefined) return refused(message('clients.nothingToUndo'))
      const undone = await this.#restore(setup)
      if (!undone.ok) return undone
      const stored = await this.#store(setups.filter((entry) => entry !== setup))
      if (!stored.ok) return notStored(stored.error)
      this.#deps.log.event('info', 'client-settings.undone', { what: client })
      return undone
    })
  }

  async #restore(setup: StoredSetup): AppResult<UndoResult> {
    const spec = clientSpec(setup.client)
    const now = await readSettingsFile(setup.path)
    if (!now.ok) return this.#fileRefused(now.error, setup.path)
    if (now.value.target !== setup.target) {
      return refused(message('clients.moved', { file: this.#short(setup.path) }))
    }
    const old = await this.#backupOf(setup)
    if (!old.ok) return old
    const { content } = now.value
    if (content === null) return ok('already-gone')
    if (this.#digest(content) === setup.written) return this.#putBack(setup, now.value, old.value)
    return this.#takeOut(spec, setup, now.value, old.value)
  }

  /** Restores an unchanged file completely; one that Countersign made is removed. */
  async #putBack(setup: StoredSetup, now: SettingsFile, old: string | null): AppResult<UndoResult> {
    const { clock } = this.#deps
    if (old === null) {
      const removed = await removeSettingsFile(now.target, clock)
      if (!removed.ok) return notStored(removed.error)
    } else {
      const written = await replaceSettingsFile(now, { content: old, mode: setup.mode }, clock)
      if (!written.ok) return notStored(written.error)
      if (!written.value) return this.#changedMeanwhile(setup.path)
    }
    if (setup.backup !== null) await removeSettingsFile(setup.backup, clock)
    return ok('restored')
  }

  /** Changes only the entry in a file that others have changed since; the copy is stored. */
  async #takeOut(
    spec: ClientSpec,
    setup: StoredSetup,
    now: SettingsFile,
    old: string | null,
  ): AppResult<UndoResult> {
    const content = now.content ?? ''
    const present = parseConfig(spec.format, content)
    if (!present.ok) return this.#configRefused(present.error, setup.path)
    const before = parseConfig(spec.format, old ?? '')
    const entries = earlierEntries(spec, before.ok ? before.value : {}).filter(
      ({ keys }) => valueAt(present.value, keys) !== undefined,
    )
    if (entries.length === 0) return ok('already-gone')
    const next = withEntries(spec, content, entries)
    if (!next.ok) return this.#configRefused(next.error, setup.path)
    const { mode } = now
    const written = await replaceSettingsFile(now, { content: next.value, mode }, this.#deps.clock)
    if (!written.ok) return notStored(written.error)
    return written.value ? ok('entry-removed') : this.#changedMeanwhile(setup.path)
  }

  async #backupOf({ backup, path: file }: StoredSetup): AppResult<string | null> {
    if (backup === null) return ok(null)
    const read = await readSettingsFile(backup)
    return read.ok && read.value.content !== null
      ? ok(read.value.content)
      : refused(message('clients.backupGone', { file: this.#short(file) }))
  }

  /** Returns the first file whose folder exists, else the first. */
  async #fileOf({ files }: ClientSpec): Promise<string> {
    const candidates = files(this.#deps.folders)
    for (const file of candidates) if (await hasFolder(file)) return file
    return candidates[0] ?? ''
  }

  /** Says where a link leads, and whether that is outside the person's home folder. */
  async #link(file: string, target: string): Promise<Pick<ClientPlan, 'target' | 'leavesHome'>> {
    const { home } = this.#deps.folders
    const realHome = await realFolder(home)
    const named = isInside(home, file) ? path.join(realHome, path.relative(home, file)) : file
    return {
      target: named === target ? null : this.#short(target),
      leavesHome: isInside(home, file) && !isInside(realHome, target),
    }
  }

  #short(file: string): string {
    const { home } = this.#deps.folders
    return isInside(home, file)
      ? pathOf(this.#deps.folders).join('~', path.relative(home, file))
      : file
  }

  #setupOf({ spec, connection, path: file, found, next }: OpenPlan, backup: string | null) {
    return {
      client: spec.id,
      connection,
      path: file,
      target: found.target,
      backup,
      written: this.#digest(next),
      writtenAt: this.#deps.clock.now(),
      mode: found.mode,
    } satisfies StoredSetup
  }

  #view({ client, connection, path: file, backup, writtenAt }: StoredSetup): ClientSetup {
    return {
      client,
      connection: connection as ConnectionId,
      file: this.#short(file),
      backup: backup === null ? null : path.basename(backup),
      writtenAt: epochMs(writtenAt),
    }
  }

  async #stored(): Promise<readonly StoredSetup[]> {
    if (this.#setups !== null) return this.#setups
    const content = await this.#deps.file.read()
    const parsed = content.ok && content.value !== null ? parseClientSetups(content.value) : []
    if (parsed === null) await this.#deps.file.setAside()
    this.#setups = parsed ?? []
    return this.#setups
  }

  async #store(setups: readonly StoredSetup[]): Promise<Result<void, FileError>> {
    const written = await this.#deps.file.write(writeClientSetups(setups))
    if (written.ok) this.#setups = setups
    return written
  }

  #digest(content: string): string {
    return this.#deps.crypto.digestHex('sha256', new TextEncoder().encode(content))
  }

  #changedMeanwhile(file: string) {
    return refused(message('clients.changed', { file: this.#short(file) }))
  }

  #fileRefused(problem: SettingsFileProblem, file: string) {
    return refused(message(FILE_PROBLEMS[problem], { file: this.#short(file) }))
  }

  #configRefused(problem: ConfigProblem, file: string) {
    return refused(message(CONFIG_PROBLEMS[problem], { file: this.#short(file) }))
  }
}

const changeOf = (
  { content }: SettingsFile,
  present: unknown,
  next: string,
): ClientPlan['change'] =>
  content === null
    ? 'create'
    : content === next
      ? 'none'
      : present === undefined
        ? 'add'
        : 'replace'

/** An entry of settings, by the keys that lead to it; without one it is removed. */
interface PlacedEntry {
  readonly keys: readonly string[]
  readonly entry: object | undefined
}

/** Sets or removes several entries of settings. */
function withEntries(
  { format }: ClientSpec,
  text: string,
  entries: readonly PlacedEntry[],
): Result<string, ConfigProblem> {
  let next = ok(text) as Result<string, ConfigProblem>
  for (const { keys, entry } of entries) {
    if (next.ok) next = editConfig(format, next.value, keys, entry)
  }
  return next
}

/** Returns the entries before a change: all that had a key, else none at the one place. */
function earlierEntries(spec: ClientSpec, settings: unknown): readonly PlacedEntry[] {
  const entries = keysOfEntries(spec, settings).map((keys) => ({
    keys,
    entry: valueAt(settings, keys),
  }))
  return entries.flatMap(({ keys, entry }) => {
    if (spec.furtherKeys !== undefined && keyOfEntry(entry) === null) return []
    return [{ keys, entry: isObject(entry) ? entry : undefined }]
  })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file)
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative)
}
