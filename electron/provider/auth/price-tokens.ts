import type { TokenSource } from '../../core/auth/auth-port.js'
import type { CallFailure } from '../http/call-failure.js'
import type { CallerTokens } from '../http/authorization.js'
import type { AppTokens } from './app-tokens.js'

/**
 * The tokens of market data over Connect: the app key's where there is one already, else the token
 * of the sign-in until the broker refuses it, and only then the app key's, which a person may have
 * to request.
 */
export class PriceTokens implements Required<CallerTokens['app']> {
  readonly #app: AppTokens
  readonly #bearer: TokenSource
  /** The tokens of the sign-in that were handed out. */
  readonly #tried = new Set<string>()
  #isBearerRefused = false

  constructor(app: AppTokens, bearer: TokenSource) {
    this.#app = app
    this.#bearer = bearer
  }

  async accessToken(): Promise<string | null> {
    if (this.#isBearerRefused || this.#app.isReady()) return this.#app.accessToken()
    const token = await this.#bearer.accessToken()
    if (token !== null) this.#tried.add(token)
    return token
  }

  rejected(token: string): void {
    if (this.isBearer(token)) this.#isBearerRefused = true
    else this.#app.rejected(token)
  }

  isBearer(token: string): boolean {
    return this.#tried.has(token)
  }

  lack(): CallFailure | null {
    return this.#isBearerRefused ? this.#app.lack() : null
  }

  isUnneeded(): boolean {
    return this.#isBearerRefused && this.#app.isUnneeded()
  }

  demanded(): boolean {
    return this.#app.demanded()
  }
}
