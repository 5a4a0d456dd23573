import type { ConnectionId } from '../../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { createSerialQueue } from '../../../../shared/domain/serial-queue.js'
import { message } from '../../../../shared/messages/make-message.js'
import { describedFileError } from '../../file-error.js'
import type { DocumentPort, FileError } from '../../ports.js'
import { patch, type Update } from './connection-changes.js'
import {
  LOST_CONNECTIONS,
  writeConnections,
  type ConnectionFile,
  type StoredConnection,
} from './connection-file.js'

type ListUpdate = (list: readonly StoredConnection[]) => readonly StoredConnection[]

const UNCHANGED: ListUpdate = (list) => list

/** The connections in memory and in their file. A change takes effect once it is written. */
export class ConnectionStore {
  readonly #file: DocumentPort
  readonly #writable: boolean
  readonly #writes = createSerialQueue()
  #connections: readonly StoredConnection[]
  #areRevocationsLost: boolean
  #isLossStored: boolean
  /** Accesses that memory refuses and that could not be stored, counted; and those stored since. */
  #unstored = 0
  #storedSince = 0

  /** @param isLost true while the person has not looked at an earlier loss of the list */
  constructor(file: DocumentPort, stored: ConnectionFile, writable: boolean, isLost: boolean) {
    this.#file = file
    this.#connections = stored.connections
    this.#writable = writable
    this.#areRevocationsLost = stored.areRevocationsLost || isLost
    this.#isLossStored = stored !== LOST_CONNECTIONS && stored.areRevocationsLost
  }

  get connections(): readonly StoredConnection[] {
    return this.#connections
  }

  /**
   * True where revocations may have been lost: a hosted client that registers is paused until the
   * person resumes it. It stays until the broker's clients are in the list, across restarts.
   */
  get areRevocationsLost(): boolean {
    return this.#areRevocationsLost
  }

  /** Remembers, with the next write, that a revocation leaves the list. */
  loseRevocation(): void {
    this.#areRevocationsLost = true
  }

  find(id: ConnectionId): StoredConnection | undefined {
    return this.#connections.find((entry) => entry.id === id)
  }

  /** The connections that are not revoked. */
  present(): readonly StoredConnection[] {
    return this.#connections.filter(({ revokedAt }) => revokedAt === null)
  }

  /** Writes changes one at a time. A change takes effect in memory after it was written. */
  persist(change: ListUpdate): Promise<Result<void, FileError>> {
    return this.#writes.run(async (): Promise<Result<void, FileError>> => {
      if (!this.#writable) {
        return err(describedFileError('failed', message('assistants.listNotWritten')))
      }
      const included = this.#unstored
      const areRevocationsLost = this.#areRevocationsLost
      const connections = change(this.#connections)
      const written = await this.#file.write(writeConnections({ connections, areRevocationsLost }))
      // "Last seen" may have changed during the write, so apply the change to the current list
      // again.
      if (written.ok) {
        this.#connections = change(this.#connections)
        this.#storedSince = included
        this.#isLossStored = areRevocationsLost
      }
      return written
    })
  }

  /** Changes memory at once and the disk later, for values that no decision depends on. */
  touch(id: ConnectionId, update: Update, andPersist: boolean): void {
    this.#connections = patch(id, update)(this.#connections)
    if (andPersist) void this.persist(UNCHANGED)
  }

  /** Writes what memory has now. */
  write(): Promise<Result<void, FileError>> {
    return this.persist(UNCHANGED)
  }

  /** Changes memory although the write failed: an access that is refused stays refused. */
  applyUnstored(id: ConnectionId, update: Update): void {
    this.touch(id, update, false)
    this.#unstored += 1
  }

  /** Writes refused accesses and a loss that are not on disk yet. */
  async storeAccess(): Promise<Result<void, FileError>> {
    const isLossDue = this.#areRevocationsLost && !this.#isLossStored && this.#writable
    const isDue = isLossDue || this.#unstored > this.#storedSince
    return isDue ? this.write() : ok(undefined)
  }

  /** Ends the doubt about revocations, once the broker's clients are in the list. */
  async clientsListed(): Promise<void> {
    if (!this.#areRevocationsLost || !this.#writable) return
    this.#areRevocationsLost = false
    const written = await this.write()
    if (!written.ok) this.#areRevocationsLost = true
  }
}
