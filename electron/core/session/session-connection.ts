import type { Disposer } from '../../../shared/domain/brand.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type { Notice, SessionView } from '../../../shared/domain/session/session-view.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { InstructionSource } from '../instruction-source-port.js'
import type { TradingSessionOptions } from './session-options.js'
import type { SessionCore } from './session-core.js'
import type { SessionInspectionPart } from './session-views.js'

export interface SessionConnectionDeps {
  readonly options: Pick<
    TradingSessionOptions,
    'automaticSignIn' | 'access' | 'vault' | 'signInWay'
  >
  readonly core: SessionCore
  /** Ends what was started when the session was built. */
  readonly stopWatching: Disposer
  /** Ends the notifications about changes of the session's view. */
  readonly endChanges: () => void
}

/** Signs in and out, connects, describes the connection, and ends it. */
export class SessionConnection {
  readonly #deps: SessionConnectionDeps

  constructor(deps: SessionConnectionDeps) {
    this.#deps = deps
  }

  /**
   * Signs in, recovers the journal and connects. Resolves after the first attempt, successful or
   * not; the session view has the result.
   */
  async start(): Promise<void> {
    const { automaticSignIn, access, vault } = this.#deps.options
    const { graph, lifecycle, changed } = this.#deps.core
    // When no person has to confirm the app key's token, request it during sign-in so that the
    // first read need not wait for it.
    if (automaticSignIn && access === 'both') void graph.provider.appToken.obtain()
    await lifecycle.readJournal()
    if (vault.backend === 'memory') {
      graph.notices.add('key-store-missing', message('session.tokensInMemory'))
    }
    if (!lifecycle.disposed && (await graph.auth.start())) await lifecycle.connect()
    changed()
  }

  /** Closes streams, timers and requests. The session makes no calls afterwards. */
  async dispose(): Promise<void> {
    const { graph, lifecycle, stored } = this.#deps.core
    if (lifecycle.disposed) return
    graph.orderService.setTrading('halted')
    lifecycle.end()
    this.#deps.stopWatching()
    lifecycle.closeStreams()
    graph.portfolio.dispose()
    graph.realized.stop()
    graph.tradeJournal.dispose()
    graph.reconciler.dispose()
    graph.auth.dispose()
    graph.health.dispose()
    graph.watchlists.dispose()
    this.#deps.endChanges()
    await graph.provider.dispose()
    await stored.flush()
    stored.dispose()
    await graph.personalLimits.dispose()
    await graph.alerts.dispose()
    await graph.drawings.dispose()
    await graph.journal.close()
  }

  /** Returns what the windows show of the session. */
  view(): SessionView {
    return this.#deps.core.views.session()
  }

  /** Returns the state of the tokens and the request budgets. */
  inspect(): SessionInspectionPart {
    return this.#deps.core.views.inspection()
  }

  async signIn(): Promise<SessionView> {
    const { graph, views, lifecycle } = this.#deps.core
    const { auth, provider } = graph
    // Where only the app key's token or an account is missing, the sign-in itself stays.
    const { lacksToken } = views
    const staysSignedIn =
      auth.view().phase === 'signed-in' && (lacksToken || lifecycle.withoutAccount)
    const signedIn = staysSignedIn || (await auth.signIn())
    // Over Connect only prices need the token, and its request may send a code to the phone.
    const asksForToken = this.#deps.options.access !== 'connect' || lacksToken
    if (signedIn && this.#usesAppToken() && asksForToken) await provider.appToken.obtain()
    if (signedIn) await lifecycle.connect()
    return this.view()
  }

  async signOut(): Promise<SessionView> {
    const { graph, lifecycle, changed } = this.#deps.core
    const { auth, provider, orderService } = graph
    orderService.setTrading('halted')
    lifecycle.disconnect()
    await auth.signOut()
    // The app key's token, which market data needs also over Connect, must be forgotten too.
    if (this.#usesAppToken()) await provider.appToken.forget()
    changed()
    return this.view()
  }

  /** Cancels a sign-in that waits for the person. */
  cancelSignIn(): void {
    this.#deps.core.graph.auth.cancel()
  }

  /** Checks the tokens' expiry by the wall clock again after the computer woke up. */
  wake(): void {
    this.#deps.core.graph.auth.wake()
  }

  /** Closes event and market data streams; reads and cancellations continue. */
  closeStreams(): void {
    this.#deps.core.lifecycle.closeStreams()
  }

  /** Selects an account. Fails with `provider/refused` for an unknown one. */
  async selectAccount(accountId: AccountId): Promise<Result<SessionView, AppError>> {
    const { graph, lifecycle, changed } = this.#deps.core
    if (!graph.portfolio.select(accountId)) {
      return err(
        appError('provider/refused', message('session.accountUnknown'), { class: 'local' }),
      )
    }
    if (lifecycle.ready) graph.realized.onSelected()
    changed()
    return ok(this.view())
  }

  addNotice(code: Notice['code'], detail: Message): void {
    const { graph, changed } = this.#deps.core
    graph.notices.add(code, detail)
    changed()
  }

  dismissNotice(id: string): SessionView {
    const { graph, changed } = this.#deps.core
    graph.notices.dismiss(id)
    changed()
    return this.view()
  }

  /**
   * Returns the broker's hosted instructions; null where its client has none. Loaded with the first
   * call.
   */
  async instructions(): Promise<InstructionSource | null> {
    return (await this.#deps.core.graph.provider.instructions?.()) ?? null
  }

  /** True where the app key's token is in use beside a browser sign-in. */
  #usesAppToken(): boolean {
    return this.#deps.options.signInWay === 'browser'
  }
}
