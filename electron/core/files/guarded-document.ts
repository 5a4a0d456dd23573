import { err, ok, type Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'
import { describedFileError } from '../file-error.js'
import type { DocumentPort, FileError } from '../ports.js'
import { isNewerContent } from './content-version.js'
import type { FileRegister } from './file-register.js'

type Register = Pick<FileRegister, 'hasHadContent' | 'setContent' | 'report' | 'repaired'>

export interface GuardOptions {
  /** The name that the person is shown: the path below the profile's folder. */
  readonly name: string
  /** The newest version (`v`) of the content that this program knows. */
  readonly version: number
  readonly register: Register
  /** True where the file's owner tells the person of damage, in words of its own. */
  readonly ownerNotifies?: boolean
}

/** Whether the content that is on disk was read. Only then may another one replace it. */
type State = 'untouched' | 'read' | 'unread' | 'damaged'

/**
 * Guards a stored document (REL-38). What could not be read, or has a newer version, is neither
 * written over nor moved; what is damaged gets another name before anything is written; and
 * whatever was lost is in the register, which the person is shown.
 */
export const guardedDocument = (file: DocumentPort, options: GuardOptions): DocumentPort =>
  new GuardedDocument(file, options)

class GuardedDocument implements DocumentPort {
  readonly #file: DocumentPort
  readonly #options: GuardOptions
  #state: State = 'untouched'
  /** The new name of content that a read found damaged; null after content was read or written. */
  #aside: string | null = null

  constructor(file: DocumentPort, options: GuardOptions) {
    this.#file = file
    this.#options = options
  }

  async read(): Promise<Result<string | null, FileError>> {
    const { name, version, register } = this.#options
    const content = await this.#file.read()
    if (!content.ok) {
      const isDamaged = content.error.kind === 'damaged'
      this.#state = isDamaged ? 'damaged' : 'unread'
      if (isDamaged) await this.#moveAside()
      else register.report(name, 'unreadable')
      return content
    }
    this.#aside = null
    if (content.value === null) {
      this.#state = 'read'
      if (register.hasHadContent(name)) register.report(name, 'missing')
      return content
    }
    if (isNewerContent(content.value, version)) {
      this.#state = 'unread'
      register.report(name, 'newer')
      return err(describedFileError('newer', message('storage.fileNewer', { file: name })))
    }
    this.#state = 'read'
    register.setContent(name, true)
    for (const problem of ['unreadable', 'newer'] as const) register.repaired(name, problem)
    return content
  }

  async write(content: string): Promise<Result<void, FileError>> {
    const ready = await this.#prepare()
    if (!ready.ok) return ready
    const written = await this.#file.write(content)
    if (written.ok) this.#aside = null
    if (written.ok) this.#options.register.setContent(this.#options.name, true)
    return written
  }

  async setAside(): Promise<Result<string, FileError>> {
    if (this.#state === 'untouched') await this.read()
    if (this.#state === 'unread') return err(this.#notRead())
    return this.#aside === null ? this.#moveAside() : ok(this.#aside)
  }

  async #moveAside(): Promise<Result<string, FileError>> {
    const moved = await this.#file.setAside()
    const { name, register, ownerNotifies = false } = this.#options
    if (moved.ok) {
      this.#state = 'read'
      this.#aside = moved.value
    }
    if (ownerNotifies) register.setContent(name, false)
    else register.report(name, 'damaged', moved.ok ? moved.value : null)
    return moved
  }

  async remove(): Promise<Result<void, FileError>> {
    const ready = await this.#prepare()
    if (!ready.ok) return ready
    const removed = await this.#file.remove()
    if (removed.ok) this.#options.register.setContent(this.#options.name, false)
    return removed
  }

  /** Makes sure that what is on disk was read, or is damaged and has another name. */
  async #prepare(): Promise<Result<void, FileError>> {
    if (this.#state === 'untouched' || this.#state === 'unread') await this.read()
    if (this.#state === 'damaged') {
      const moved = await this.#moveAside()
      if (!moved.ok) return moved
    }
    return this.#state === 'read' ? ok(undefined) : err(this.#notRead())
  }

  #notRead(): FileError {
    const { name: file } = this.#options
    return describedFileError('failed', message('storage.fileUnreadable', { file }))
  }
}
