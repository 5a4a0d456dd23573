import { setTimeout as wait } from 'node:timers/promises'
import { app, session as electronSession, type ProxyConfig, type Session } from 'electron'
import type { SystemProxyPort } from '../../adapters/connections/proxy-chooser.js'
import { runProgram, systemScriptAddress } from '../../adapters/connections/system-script.js'
import { SCRIPT_SERVICE } from './no-network.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'

/** A session in memory that loads nothing: it only answers which proxy an address has. */
const PARTITION = 'proxies'

const ANSWER_LIMIT_MS = 2_000
const POLL_MS = 10
/** A setting that no system has: what it answers shows that the session uses what was set. */
const MARK: ProxyConfig = { mode: 'fixed_servers', proxyRules: 'http://mark.invalid:1' }
const MARK_LIST = 'PROXY mark.invalid:1'
const MARK_URL = 'https://mark.example/'

/**
 * Answers which proxies an address has. Its session makes no request of its own (SEC-04): Chromium
 * starts without proxies and without a resolver, and a session's setting changes neither.
 */
class AnsweringSession {
  readonly #session: Session
  readonly #queue = createSerialQueue()
  /** The setting that the session uses; null after one that may not have been taken over. */
  #used: string | null = null

  constructor() {
    this.#session = electronSession.fromPartition(PARTITION, { cache: false })
    this.#session.webRequest.onBeforeRequest((_details, callback) => callback({ cancel: true }))
  }

  /** Returns the list of an address by a setting; '' where there is no answer in time. */
  list(config: ProxyConfig, url: string): Promise<string> {
    return this.#queue.run(async () => {
      const name = JSON.stringify(config)
      if (this.#used !== name && !(await this.#use(config))) return ''
      this.#used = name
      const list = await this.#answer(url)
      if (list === null) await this.#endScript()
      return list ?? ''
    })
  }

  /** Sets a setting and waits until the session uses it: it does so later, and says so nowhere. */
  async #use(config: ProxyConfig): Promise<boolean> {
    this.#used = null
    if (!(await this.#set(MARK, (list) => list === MARK_LIST))) return false
    return this.#set(config, (list) => list !== MARK_LIST)
  }

  async #set(config: ProxyConfig, isUsed: (list: string | null) => boolean): Promise<boolean> {
    await this.#session.setProxy(config)
    for (let waited = 0; waited < ANSWER_LIMIT_MS; waited += POLL_MS) {
      const list = await this.#answer(MARK_URL)
      if (isUsed(list)) return list !== null || this.#endScript()
      await wait(POLL_MS)
    }
    return false
  }

  /** Returns null where there is no answer in time, which only a script without an end causes. */
  #answer(url: string): Promise<string | null> {
    return Promise.race([this.#session.resolveProxy(url), wait(ANSWER_LIMIT_MS, null)])
  }

  /** Ends the process of a script without an end: no other one would be answered. */
  async #endScript(): Promise<false> {
    this.#used = null
    for (const { pid, serviceName } of app.getAppMetrics()) {
      if (serviceName === SCRIPT_SERVICE) process.kill(pid)
    }
    await this.#session.setProxy(MARK)
    return false
  }
}

/** A script as an address that contains it, because Chromium has no network to load it from. */
const inAddress = (script: string): string =>
  `data:application/x-ns-proxy-autoconfig;base64,${Buffer.from(script, 'utf8').toString('base64')}`

/**
 * The system's proxies as Chromium reads them. A script runs in Chromium's own process for scripts,
 * which has no network: a name that it looks up has no address there.
 */
export function createSystemProxy(): SystemProxyPort {
  let answering: AnsweringSession | null = null
  const session = (): AnsweringSession => (answering ??= new AnsweringSession())
  return {
    resolve: (url) => session().list({ mode: 'system' }, url),
    scriptAddress: () =>
      systemScriptAddress({
        ...{ platform: process.platform, environment: process.env, run: runProgram },
      }),
    evaluate: (script, url) =>
      session().list({ mode: 'pac_script', pacScript: inAddress(script) }, url),
  }
}
