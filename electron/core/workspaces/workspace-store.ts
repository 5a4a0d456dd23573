import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import { plainLine } from '../../../shared/domain/text-safety.js'
import {
  MAX_WORKSPACES,
  WORKSPACE_NAME_CHARS,
  type PanelWindowId,
  type WorkspaceId,
} from '../../../shared/domain/app/workspaces/workspaces.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { randomHex } from '../hex.js'
import type { DocumentPort, LogPort, RandomPort } from '../ports.js'
import {
  readTransfer,
  WORKSPACE_FILE_VERSION,
  writeTransfer,
  zCurrentFile,
  zWorkspaceFile,
  type StoredWindow,
  type StoredWorkspace,
} from './stored-workspace.js'

/** The folder with one file for each workspace. */
export interface WorkspaceFolder {
  /** Returns the ids of the stored workspaces. */
  list(): Promise<readonly string[]>
  document(id: string): DocumentPort
  /** The file that names the current workspace. */
  readonly current: DocumentPort
}

export interface WorkspaceStoreDeps {
  readonly folder: WorkspaceFolder
  readonly random: RandomPort
  readonly log: LogPort
  /** The name of the first workspace, in the person's language. */
  readonly firstName: () => string
  /** Called with the new name of a file that could not be read. */
  readonly onSetAside: (name: string) => void
}

const ID_BYTES = 8
/** A removed workspace can be restored until the program ends. */
type Removed = Map<WorkspaceId, StoredWorkspace>

const nameKey = (name: string): string => name.trim().toLocaleLowerCase()
const unknown = err(message('workspaces.unknown'))
const tooMany = err(message('workspaces.tooMany', { max: MAX_WORKSPACES }))

/** The person's workspaces: each in a file of its own, so that a damaged one costs only itself. */
export class WorkspaceStore {
  readonly #deps: WorkspaceStoreDeps
  readonly #removed: Removed = new Map()
  readonly #writes = createSerialQueue()
  #all: readonly StoredWorkspace[] = []
  #current: WorkspaceId | null = null
  #loading: Promise<void> | null = null

  constructor(deps: WorkspaceStoreDeps) {
    this.#deps = deps
  }

  /**
   * Reads the workspaces once. Files that cannot be read are renamed, never deleted (REL-38);
   * without any, the first workspace is made.
   */
  load(): Promise<void> {
    this.#loading ??= this.#load()
    return this.#loading
  }

  /** Resolves once everything that was changed is on disk, or could not be written. */
  settled(): Promise<void> {
    return this.#writes.run(() => Promise.resolve())
  }

  all(): readonly StoredWorkspace[] {
    return this.#all
  }

  /** Returns the current workspace; null before `load` has resolved. */
  current(): StoredWorkspace | null {
    return this.get(this.#current)
  }

  get(id: WorkspaceId | null): StoredWorkspace | null {
    return this.#all.find((workspace) => workspace.id === id) ?? null
  }

  newWindowId(): PanelWindowId {
    return randomHex(this.#deps.random, ID_BYTES) as PanelWindowId
  }

  /** Changes a workspace and stores it. */
  async change(
    id: WorkspaceId,
    change: Partial<Omit<StoredWorkspace, 'id'>>,
  ): Promise<Result<void, Message>> {
    const workspace = this.get(id)
    if (workspace === null) return unknown
    return this.#put({ ...workspace, ...change })
  }

  async rename(id: WorkspaceId, name: string): Promise<Result<void, Message>> {
    const taken = this.#all.some(
      (other) => other.id !== id && nameKey(other.name) === nameKey(name),
    )
    return taken ? err(message('workspaces.nameTaken', { name })) : this.change(id, { name })
  }

  /** Makes another workspace the current one. */
  async setCurrent(id: WorkspaceId): Promise<Result<StoredWorkspace, Message>> {
    const workspace = this.get(id)
    if (workspace === null) return unknown
    this.#current = id
    const content = { v: WORKSPACE_FILE_VERSION, data: { current: id } }
    const written = await this.#deps.folder.current.write(JSON.stringify(content))
    return written.ok ? ok(workspace) : err(message('workspaces.notSaved'))
  }

  /** Adds a copy of a workspace, with windows of its own, under a free name. */
  async add(
    name: string,
    content: Pick<StoredWorkspace, 'layout' | 'windows'>,
  ): Promise<Result<StoredWorkspace, Message>> {
    if (this.#isFull()) return tooMany
    const workspace: StoredWorkspace = {
      id: randomHex(this.#deps.random, ID_BYTES) as WorkspaceId,
      name: this.#freeName(name),
      layout: content.layout,
      windows: content.windows.map((entry) => this.#newWindow(entry)),
    }
    const saved = await this.#put(workspace)
    return saved.ok ? ok(workspace) : saved
  }

  /** Removes a workspace that is not the current one. */
  async remove(id: WorkspaceId): Promise<Result<void, Message>> {
    const workspace = this.get(id)
    if (workspace === null) return unknown
    if (id === this.#current) return err(message('workspaces.currentStays'))
    const gone = await this.#deps.folder.document(id).remove()
    if (!gone.ok) return err(message('workspaces.notSaved'))
    this.#removed.set(id, workspace)
    this.#all = this.#all.filter((other) => other !== workspace)
    return ok(undefined)
  }

  /** Brings a removed workspace back. */
  async restore(id: WorkspaceId): Promise<Result<void, Message>> {
    const workspace = this.#removed.get(id)
    if (workspace === undefined) return unknown
    if (this.#isFull()) return tooMany
    this.#removed.delete(id)
    return this.#put({ ...workspace, name: this.#freeName(workspace.name) })
  }

  exportText(id: WorkspaceId): Result<string, Message> {
    const workspace = this.get(id)
    return workspace === null ? unknown : ok(writeTransfer(workspace))
  }

  async importText(text: string): Promise<Result<StoredWorkspace, Message>> {
    const parsed = readTransfer(text)
    switch (parsed) {
      case 'not-a-workspace':
        return err(message('workspaces.notAWorkspace'))
      case 'newer-version':
        return err(message('workspaces.newerVersion'))
      case 'damaged':
        return err(message('workspaces.damaged'))
      default:
        return this.add(parsed.name, {
          layout: parsed.layout,
          windows: parsed.windows.map((entry) => ({
            ...entry,
            id: this.newWindowId(),
            isOpen: true,
          })),
        })
    }
  }

  async #load(): Promise<void> {
    const { folder, firstName } = this.#deps
    const current = await this.#readCurrent()
    const ids = await folder.list()
    // With more files than there may be workspaces, the current one is among those that are read.
    const used = new Set([...ids.filter((id) => id === current), ...ids].slice(0, MAX_WORKSPACES))
    if (used.size < new Set(ids).size) {
      this.#deps.log.event('warn', 'workspaces.too-many', { count: ids.length })
    }
    const read = await Promise.all(ids.filter((id) => used.has(id)).map((id) => this.#read(id)))
    this.#all = read.filter((workspace) => workspace !== null)
    this.#current = this.get(current)?.id ?? this.#all[0]?.id ?? null
    if (this.#current !== null) return
    const first = await this.add(firstName(), { layout: null, windows: [] })
    // Without a disk the workspace lasts until the program ends.
    if (first.ok) await this.setCurrent(first.value.id)
    else this.#current = this.#all[0]?.id ?? null
  }

  async #read(id: string): Promise<StoredWorkspace | null> {
    const document = this.#deps.folder.document(id)
    const content = await document.read()
    // What is gone, or cannot be read now, the document itself reports; only damage is set aside.
    if (content.ok ? content.value === null : content.error.kind !== 'damaged') return null
    const text = content.ok ? (content.value ?? '') : ''
    const parsed = parse(text, (raw) => zWorkspaceFile.safeParse(raw).data)
    if (parsed?.data.id === id) return parsed.data
    const aside = await document.setAside()
    this.#deps.log.event('warn', 'workspace.set-aside', { file: id })
    if (aside.ok) this.#deps.onSetAside(aside.value)
    return null
  }

  async #readCurrent(): Promise<WorkspaceId | null> {
    const content = await this.#deps.folder.current.read()
    if (!content.ok || content.value === null) return null
    return parse(content.value, (raw) => zCurrentFile.safeParse(raw).data)?.data.current ?? null
  }

  /** Adds a workspace, or replaces the one of the same id. */
  async #put(workspace: StoredWorkspace): Promise<Result<void, Message>> {
    const isKnown = this.get(workspace.id) !== null
    this.#all = isKnown
      ? this.#all.map((other) => (other.id === workspace.id ? workspace : other))
      : [...this.#all, workspace]
    const content = { v: WORKSPACE_FILE_VERSION, data: workspace }
    const written = await this.#writes.run(() =>
      this.#deps.folder.document(workspace.id).write(JSON.stringify(content)),
    )
    return written.ok ? ok(undefined) : err(message('workspaces.notSaved'))
  }

  #isFull(): boolean {
    return this.#all.length >= MAX_WORKSPACES
  }

  #newWindow(entry: StoredWindow): StoredWindow {
    return { ...entry, id: this.newWindowId() }
  }

  #freeName(baseName: string): string {
    const taken = new Set(this.#all.map(({ name }) => nameKey(name)))
    if (!taken.has(nameKey(baseName))) return baseName
    for (let number = 2; ; number += 1) {
      const suffix = ` (${number})`
      // Cuts between characters: half of an emoji would make the file unreadable.
      const name = plainLine(baseName, WORKSPACE_NAME_CHARS - suffix.length) + suffix
      if (!taken.has(nameKey(name))) return name
    }
  }
}

function parse<T>(text: string, read: (raw: unknown) => T | undefined): T | null {
  try {
    return read(JSON.parse(text)) ?? null
  } catch {
    return null
  }
}
