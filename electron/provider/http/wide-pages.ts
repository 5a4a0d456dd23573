import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { ApiVersion } from '../payload/api-versions.js'
import type { CallFailure } from './call-failure.js'
import type { CallOptions } from './caller.js'

/**
 * The version in which long lists are read. ASSUMPTION (TRADING-1): v2 takes a page size of up to
 * 200, v3 sends pages of a fixed size (10). At two requests per two seconds an account with 1,000
 * open orders is read in 10 s instead of 100 s, and so is a history of 1,000 orders.
 */
const WIDE_VERSION: ApiVersion = 'v2'

/** What one page of any list has. */
export interface AnyPage {
  readonly cursor: string | null
  readonly unreadable: number
}

/** Reads one page; `key` is the provider's cursor, absent for the first page. */
export type ReadPage<Params, Page extends AnyPage> = (
  params: Params,
  key: string | undefined,
  options: CallOptions,
) => Promise<Result<Page, CallFailure>>

/** The cursor of a page names the version that understands it: `v2:<key>` or `v3:<key>`. */
const CURSOR = /^(v2|v3):(.*)$/su

/**
 * True when the provider refused the request itself, so that another version may be accepted; a
 * connection that broke in the middle of an answer (no status) says nothing about the version.
 */
const isRefused = ({ class: kind, code, status }: CallFailure): boolean =>
  kind === 'definitive' || (code === 'malformed' && status !== null)

/**
 * Reads pages of a list, as large as the provider allows. A provider whose wide pages are refused,
 * or less readable than its small ones, is asked for small ones from then on.
 */
export class WidePages<Params, Page extends AnyPage> {
  readonly #readPage: ReadPage<Params, Page>
  #hasWidePages = true
  #hasCompared = false

  constructor(readPage: ReadPage<Params, Page>) {
    this.#readPage = readPage
  }

  /** Returns one page; a null `cursor` requests the first. */
  async read(
    params: Params,
    cursor: string | null,
    options: CallOptions,
  ): Promise<Result<Page, CallFailure>> {
    return cursor === null ? this.#first(params, options) : this.#next(params, cursor, options)
  }

  async #first(params: Params, options: CallOptions): Promise<Result<Page, CallFailure>> {
    if (!this.#hasWidePages) return this.#page('v3', params, undefined, options)
    const wide = await this.#page(WIDE_VERSION, params, undefined, options)
    if (wide.ok ? wide.value.unreadable === 0 || this.#hasCompared : !isRefused(wide.error)) {
      return wide
    }
    const small = await this.#page('v3', params, undefined, options)
    this.#hasCompared = wide.ok
    if (wide.ok && (!small.ok || small.value.unreadable >= wide.value.unreadable)) return wide
    this.#hasWidePages = !small.ok
    return small
  }

  #next(params: Params, cursor: string, options: CallOptions): Promise<Result<Page, CallFailure>> {
    const [, version, key] = CURSOR.exec(cursor) ?? []
    return this.#page(version === WIDE_VERSION ? WIDE_VERSION : 'v3', params, key, options)
  }

  async #page(
    version: ApiVersion,
    params: Params,
    key: string | undefined,
    options: CallOptions,
  ): Promise<Result<Page, CallFailure>> {
    const page = await this.#readPage(params, key, { ...options, version })
    if (!page.ok) return err(page.error)
    const next = page.value.cursor
    return ok({ ...page.value, cursor: next === null ? null : `${version}:${next}` })
  }
}
