import type { LogFile } from '../../adapters/log-file.js'
import type { PersonFolders } from '../../assistant/clients/client-table.js'
import type { SnippetParts } from '../../assistant/snippets.js'
import { systemClock } from '../../adapters/clock.js'
import { nodeCrypto } from '../../adapters/crypto.js'
import { systemRandom } from '../../adapters/random.js'
import { randomHex } from '../../core/hex.js'
import type { AuditPort } from '../../core/audit/audit-port.js'
import { receiptPublicKey } from '../../core/audit/receipt-check.js'
import type { ReceiptCheck, ReceiptPublicKey } from '../../../shared/domain/instructions/audit.js'
import type {
  AssistantSession,
  KillResult,
} from '../../core/instructions/assistant/assistant-session.js'
import {
  createConfirmService,
  type ConfirmRouter,
  type ConfirmService,
} from '../../core/instructions/confirm/confirm-router.js'
import type { AppLock } from '../../core/lock/app-lock.js'
import type { DocumentPort, FileError } from '../../core/ports.js'
import type { AssistantServices } from '../../handlers/instruction-handlers.js'
import type { ClientOrderId, ConnectionId, InstructionId } from '../../../shared/domain/ids.js'
import type { Environment } from '../../../shared/domain/environment.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { appError, type AppError, type AppResult } from '../../../shared/domain/app/app-error.js'
import type { HaltScope } from '../../../shared/domain/orders/halt.js'
import type { AccessChoice } from '../../../shared/domain/instructions/assistants-view.js'
import type {
  ClientId,
  ClientPlan,
  ClientSetup,
  OutdatedClient,
  UndoResult,
} from '../../../shared/domain/instructions/client-setup.js'
import type { Pairing } from '../../../shared/domain/instructions/connection.js'
import type { SessionHolder } from '../session/session-holder.js'
import type { FileDialogPort } from '../settings/file-dialog-port.js'
import type { AssistantHost } from './assistant-host.js'
import type { ClientSetups, KnownKeys } from './clients/client-setups.js'
import {
  checkReceiptFile,
  saveAuditLog,
  saveReceipt,
  saveReceiptKey,
  type OpenAuditLog,
} from './audit-files.js'
import type { McpEndpoint } from './endpoint-controller.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { fileErrorMessage } from '../../core/file-error.js'

export interface AssistantOperationsOptions {
  readonly holder: SessionHolder
  readonly lock: AppLock
  readonly log: LogFile
  /** The command by which an assistant's client starts the bridge. */
  readonly bridge: SnippetParts['bridge']
  /** The folder that only this user may open, with the socket of assistants. */
  readonly privateFolder: string
  /** The source of the confirm window's cards. */
  readonly confirmRouter: ConfirmRouter
  /** Shows the confirm window, because the person requested it. */
  readonly showConfirm: () => void
  readonly fileDialog: FileDialogPort
  /** Where the settings of assistants' programs are. */
  readonly folders: PersonFolders
  /** Where the changes of those settings are stored. */
  readonly setupsFile: DocumentPort
}

const PLAN_ID_BYTES = 16

const toStorageResult = <T>(done: Result<T, FileError>): Result<T, AppError> =>
  done.ok ? done : err(appError('storage/failed', fileErrorMessage(done.error)))
const notReady = (reason: Message): { readonly ok: false; readonly error: AppError } =>
  err(appError('session/not-ready', reason))

/** The operations on assistants that pages call, for all assistant sessions. */
export class AssistantOperations implements AssistantServices {
  readonly view: AssistantServices['view']
  readonly rows: AssistantServices['rows']
  readonly confirm: ConfirmService
  readonly #options: AssistantOperationsOptions
  readonly #host: AssistantHost
  readonly #endpoint: McpEndpoint
  #setups: Promise<ClientSetups> | null = null

  constructor(options: AssistantOperationsOptions, host: AssistantHost, endpoint: McpEndpoint) {
    this.#options = options
    this.#host = host
    this.#endpoint = endpoint
    this.view = host.view
    this.rows = host.rows
    this.confirm = createConfirmService(options.confirmRouter, () =>
      host.openSessions().map((opened) => opened.assistantSession.instructionService),
    )
  }

  preparedOrders(): ReadonlyMap<ClientOrderId, string> {
    return this.#host.openSessions()[0]?.assistantSession.windowChanges.prepared() ?? new Map()
  }

  async assistantSession(): Promise<AssistantSession> {
    return this.#host.assistantSessionOf(await this.#options.holder.get())
  }

  async assistantSessionFor(id: ConnectionId): Promise<AssistantSession> {
    return this.#host.assistantSessionFor(id) ?? this.assistantSession()
  }

  async pair(name: string, shadow: boolean): AppResult<Omit<Pairing, 'snippets'>> {
    const current = await this.assistantSession()
    // A practice profile needs no shadow practice.
    return shadow && (await this.#environment()) !== 'practice'
      ? this.#pairInShadow(name)
      : toStorageResult(await current.connections.pair(name, false))
  }

  async #pairInShadow(name: string): AppResult<Omit<Pairing, 'snippets'>> {
    const opened = await this.#host.openShadow()
    if (!opened.ok) return notReady(message('assistants.shadowNotOpened', { reason: opened.error }))
    const paired = await opened.value.assistantSession.connections.pair(name, true)
    if (!paired.ok) this.#host.closeUnusedShadow()
    return toStorageResult(paired)
  }

  async kill(why: Message, scope: HaltScope): Promise<KillResult> {
    await this.assistantSession()
    return this.#host.kill(why, scope)
  }

  release(): Promise<Result<void, FileError>> {
    return this.#host.release()
  }

  setEndpoint(choice: AccessChoice): AppResult<void> {
    return this.#endpoint.set(choice)
  }

  async setHosted(on: boolean, port: number): AppResult<void> {
    await this.assistantSession()
    return (
      this.#host.openSessions()[0]?.hosted?.set(on, port) ??
      notReady(message('assistants.noHostedServer'))
    )
  }

  steppedUp(): boolean {
    return this.#options.lock.steppedUp()
  }

  async snippets(_name: string, token: string): Promise<Pairing['snippets']> {
    // Keep the new key out of every log (SEC-20).
    this.#options.log.hide(token)
    const { connectionSnippets } = await import('../../assistant/snippets.js')
    return connectionSnippets(this.#snippetParts(token))
  }

  async planClient(
    client: ClientId,
    connection: ConnectionId,
    token: string,
  ): AppResult<ClientPlan> {
    // Only a key that main issued to this connection is ever written into a file.
    const { connections } = await this.assistantSessionFor(connection)
    const identity = connections.authenticate(token)
    if (identity?.id !== connection || identity.state === 'revoked') {
      return err(appError('instruction/refused', message('clients.keyGone')))
    }
    const { clientAccess } = await import('../../assistant/snippets.js')
    const setups = await this.#clientSetups()
    return setups.plan(client, connection, clientAccess(this.#snippetParts(token)))
  }

  async writeClient(plan: string, ownerOnly: boolean): AppResult<void> {
    return (await this.#clientSetups()).write(plan, ownerOnly)
  }

  async undoClient(client: ClientId, connection: ConnectionId): AppResult<UndoResult> {
    return (await this.#clientSetups()).undo(client, connection)
  }

  async clientSetups(): Promise<readonly ClientSetup[]> {
    return (await this.#clientSetups()).list()
  }

  async outdatedClients(): Promise<readonly OutdatedClient[]> {
    await this.assistantSession()
    return (await this.#clientSetups()).outdated(await this.#knownKeys())
  }

  async planRenewal(client: ClientId): AppResult<ClientPlan> {
    await this.assistantSession()
    return (await this.#clientSetups()).planRenewal(client, await this.#knownKeys())
  }

  /** Returns whose keys are valid in the open sessions. */
  async #knownKeys(): Promise<KnownKeys> {
    const { clientAccess } = await import('../../assistant/snippets.js')
    return {
      connectionOf: (token) => {
        for (const { assistantSession } of this.#host.openSessions()) {
          const identity = assistantSession.connections.authenticate(token)
          if (identity !== null && identity.state !== 'revoked') return identity.id
        }
        return null
      },
      accessFor: (token) => {
        // Read from a file of another program, and never to be logged (SEC-20).
        this.#options.log.hide(token)
        return clientAccess(this.#snippetParts(token))
      },
    }
  }

  async testCall(token: string): AppResult<number> {
    const { callEndpoint } = await import('./test-call.js')
    return callEndpoint(this.#options.privateFolder, token)
  }

  showConfirm(): void {
    this.#options.showConfirm()
  }

  async audit(chain: Environment | undefined): AppResult<AuditPort> {
    const current = await this.assistantSession()
    if (chain === undefined) return ok(current.audit)
    const opened = this.#host.openSessions().find(({ session }) => session.environment === chain)
    return opened === undefined
      ? notReady(message('assistants.auditNotOpen'))
      : ok(opened.assistantSession.audit)
  }

  async saveAudit(chain: Environment | undefined): AppResult<boolean> {
    const log = await this.#auditLog(chain)
    return log.ok ? saveAuditLog(this.#options.fileDialog, log.value) : log
  }

  async saveReceipt(instruction: InstructionId): AppResult<boolean> {
    const log = await this.#auditLog(this.#environmentOf(instruction))
    return log.ok ? saveReceipt(this.#options.fileDialog, log.value, instruction) : log
  }

  async receiptKey(chain: Environment | undefined): AppResult<ReceiptPublicKey> {
    const audit = await this.audit(chain)
    if (!audit.ok) return audit
    const key = await audit.value.receiptPublicKey()
    return key.ok
      ? ok(receiptPublicKey(key.value, nodeCrypto))
      : err(appError('storage/failed', fileErrorMessage(key.error)))
  }

  async saveReceiptKey(chain: Environment | undefined): AppResult<boolean> {
    const log = await this.#auditLog(chain)
    return log.ok ? saveReceiptKey(this.#options.fileDialog, log.value) : log
  }

  async checkReceipt(): AppResult<ReceiptCheck | null> {
    await this.assistantSession()
    const ownKeys = new Map<string, string>()
    for (const { session, assistantSession } of this.#host.openSessions()) {
      const key = await assistantSession.audit.receiptPublicKey()
      if (key.ok) ownKeys.set(session.environment, key.value)
    }
    return checkReceiptFile(this.#options.fileDialog, ownKeys)
  }

  async #auditLog(chain: Environment | undefined): AppResult<OpenAuditLog> {
    const audit = await this.audit(chain)
    if (!audit.ok) return audit
    return ok({ audit: audit.value, environment: chain ?? (await this.#environment()) })
  }

  /** Returns the environment whose log has the receipt; undefined for none. */
  #environmentOf(instruction: InstructionId): Environment | undefined {
    return this.#host
      .openSessions()
      .find((opened) => opened.assistantSession.instructionService.get(instruction) !== null)
      ?.session.environment
  }

  #snippetParts(token: string): SnippetParts {
    const { bridge, folders } = this.#options
    const { url } = this.#endpoint.get().http
    return { url, token, bridge, platform: folders.platform }
  }

  /** Loads the editors of settings files only for a person who pairs an assistant. */
  #clientSetups(): Promise<ClientSetups> {
    const { folders, setupsFile, log } = this.#options
    this.#setups ??= import('./clients/client-setups.js').then(
      (module) =>
        new module.ClientSetups({
          file: setupsFile,
          folders,
          clock: systemClock,
          crypto: nodeCrypto,
          log,
          newId: () => randomHex(systemRandom, PLAN_ID_BYTES),
        }),
    )
    return this.#setups
  }

  async #environment(): Promise<Environment> {
    return (await this.#options.holder.get()).environment
  }
}
