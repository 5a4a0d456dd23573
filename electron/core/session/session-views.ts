import { STANDARD_VERSION } from '../../../shared/domain/app/profile.js'
import type { SignInView } from '../../../shared/domain/session/sign-in.js'
import type { SessionView } from '../../../shared/domain/session/session-view.js'
import type { SessionGraph } from './graph/session-graph.js'
import type { SessionLifecycle } from './session-lifecycle.js'
import type { SessionInspection } from '../../../shared/domain/session/session-inspection.js'
import type { TradingSessionOptions } from './session-options.js'
import type { TradingGate } from './halts/trading-gate.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** The part of an inspection that the session provides. */
export type SessionInspectionPart = Pick<
  SessionInspection,
  'tokens' | 'store' | 'backend' | 'clockSkewMs' | 'version' | 'budgets'
>

export interface SessionViewsDeps {
  readonly options: Pick<
    TradingSessionOptions,
    'environment' | 'access' | 'signInWay' | 'pastesAnswer' | 'redirectAddress' | 'vault'
  >
  readonly graph: SessionGraph
  readonly gate: Pick<TradingGate, 'trading'>
  readonly lifecycle: () => Pick<
    SessionLifecycle,
    'ready' | 'readPercent' | 'withoutAccount' | 'accountsProblem'
  >
}

/** Describes the session for the windows. */
export class SessionViews {
  readonly #deps: SessionViewsDeps

  constructor(deps: SessionViewsDeps) {
    this.#deps = deps
  }

  /**
   * True where the app key's token needs the person while the browser sign-in may still be valid.
   * Over Connect, only market data needs that token: accounts and orders go on without it.
   */
  get lacksToken(): boolean {
    const { options, graph } = this.#deps
    const token = graph.provider.appToken.state()
    return options.signInWay === 'browser' && token.kind === 'failed'
  }

  /** Returns why the session cannot go on without the app key's token; null if it can. */
  tokenProblem(): Message | null {
    const { options, graph } = this.#deps
    const token = graph.provider.appToken.state()
    return options.signInWay === 'browser' &&
      options.access === 'both' &&
      token.kind === 'failed' &&
      token.final
      ? token.message
      : null
  }

  phase(): SessionView['phase'] {
    const { graph, lifecycle } = this.#deps
    const { phase } = graph.auth.view()
    if (phase !== 'signed-in') return phase
    if (this.tokenProblem() !== null) return 'attention'
    if (lifecycle().withoutAccount) return 'attention'
    if (!lifecycle().ready) return 'starting'
    return graph.health.state('api') === 'down' ? 'reconnecting' : 'ready'
  }

  session(): SessionView {
    const { options, graph, gate } = this.#deps
    const signIn = graph.auth.view()
    const problem =
      this.#readingJournal() ??
      signIn.problem ??
      this.tokenProblem() ??
      this.#accountProblem() ??
      this.#startProblem() ??
      this.#apiProblem()
    return {
      environment: options.environment,
      phase: this.phase(),
      problem,
      user: signIn.user?.slice(0, 80) ?? null,
      accounts: [...graph.portfolio.accounts],
      unsupportedAccounts: graph.portfolio.unsupportedAccounts,
      selectedAccount: graph.portfolio.selected,
      trading: gate.trading,
      tokenStore: signIn.tokenStore,
      accessTokenExpiresAt: signIn.accessTokenExpiresAt,
      refreshTokenExpiresAt: signIn.refreshTokenExpiresAt,
      exchangeOffsetMs: graph.market.offsetMs,
      ordersListed: graph.portfolio.accounts.every(
        ({ accountId }) => graph.reconciler.listProgress(accountId).isComplete,
      ),
      unreadable: graph.provider.api.unreadable(),
      unread: { ...graph.unread },
      lockOuts: graph.personalLimits.lockOuts,
      notices: graph.notices.all(),
    }
  }

  signIn(): SignInView {
    const { options, graph } = this.#deps
    const { attemptUntil } = graph.auth.view()
    const token = graph.provider.appToken.state()
    return {
      way: options.access,
      attempt:
        attemptUntil === null
          ? null
          : {
              until: attemptUntil,
              paste: options.pastesAnswer,
              redirectAddress: options.redirectAddress ?? null,
            },
      token: {
        state: token.kind,
        until: token.kind === 'waiting' ? token.until : null,
        message: token.kind === 'failed' ? token.message : null,
      },
    }
  }

  inspection(): SessionInspectionPart {
    const { options, graph } = this.#deps
    const { api } = graph.provider
    return {
      tokens: [this.#appToken(), ...(options.access === 'key' ? [] : this.#userTokens())],
      store: options.vault.backend,
      backend: options.vault.keyStore,
      clockSkewMs: api.skewMs?.() ?? null,
      version: api.versions?.() ?? {
        chosen: STANDARD_VERSION,
        used: STANDARD_VERSION,
        longLists: STANDARD_VERSION,
      },
      budgets: [...(api.budgets?.() ?? [])],
    }
  }

  /** Returns how far the order journal was read, while a long one delays the start. */
  #readingJournal(): Message | null {
    const percent = this.#deps.lifecycle().readPercent
    return percent === null ? null : message('session.readingJournal', { percent })
  }

  /** Returns that the broker reports no account that is supported, and which it reports. */
  #accountProblem(): Message | null {
    const { graph, lifecycle } = this.#deps
    if (!lifecycle().withoutAccount) return null
    const numbers = graph.portfolio.unsupportedAccounts.map(({ accountNumber }) => accountNumber)
    return message('session.noSupportedAccount', { numbers })
  }

  /** Returns why the accounts could not be read yet, while a start waits for them. */
  #startProblem(): Message | null {
    return this.phase() === 'starting' ? this.#deps.lifecycle().accountsProblem : null
  }

  /**
   * Returns why the broker's API is unreachable. The person can fix some causes, such as a wrong
   * clock.
   */
  #apiProblem(): Message | null {
    const { graph } = this.#deps
    if (this.phase() !== 'reconnecting' || graph.auth.view().phase !== 'signed-in') return null
    return graph.provider.api.report().detail
  }

  #appToken(): SessionInspectionPart['tokens'][number] {
    const token = this.#deps.graph.provider.appToken.state()
    return {
      kind: 'app',
      held: token.kind === 'ready',
      expiresAt: token.kind === 'ready' ? token.expiresAt : null,
      renewedAt: null,
    }
  }

  #userTokens(): SessionInspectionPart['tokens'] {
    const { accessTokenExpiresAt, refreshTokenExpiresAt, renewedAt } = this.#deps.graph.auth.view()
    const token = (
      kind: 'access' | 'refresh',
      expiresAt: typeof accessTokenExpiresAt,
    ): SessionInspectionPart['tokens'][number] => ({
      kind,
      held: expiresAt !== null,
      expiresAt,
      renewedAt,
    })
    return [token('access', accessTokenExpiresAt), token('refresh', refreshTokenExpiresAt)]
  }
}
