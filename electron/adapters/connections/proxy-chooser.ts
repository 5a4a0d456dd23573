import type { ProxySetting } from '../../../shared/domain/app/profile.schema.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import {
  DIRECT_CONNECTION,
  environmentProxy,
  isLoopback,
  parseProxy,
  parseProxyList,
  proxyName,
  type ProxyAddress,
  type ProxyFor,
  type ProxyStep,
} from './proxy.js'
import type { ScriptSource } from './proxy-script.js'

/** What the operating system knows of proxies. Every list is as a PAC script returns one. */
export interface SystemProxyPort {
  /** Returns the list of the system's own setting, without its script; '' for none. */
  resolve(url: string): Promise<string>
  /** Returns the address of the script that the system's setting names; null for none. */
  scriptAddress(): Promise<string | null>
  /** Runs a script apart from this process and returns its list; '' where it fails. */
  evaluate(script: string, url: string): Promise<string>
}

/** Where proxies are named, and what they want. */
export interface ProxySources {
  readonly environment: NodeJS.ProcessEnv
  readonly system: SystemProxyPort
  readonly scripts: ScriptSource
  /** Returns the credentials entered for exactly this proxy ("user:password"); null for none. */
  credentials(proxy: string): Promise<string | null>
  /** A time in ms that nobody sets. */
  readonly monotonicMs: () => number
}

/** Who named the proxy of a connection. */
type ProxyOrigin =
  | { readonly kind: 'none' | 'nothing' | 'chosen' | 'system' }
  | { readonly kind: 'variable'; readonly variable: string }
  | { readonly kind: 'script'; readonly address: string; readonly isSystem: boolean }

interface Resolution {
  readonly steps: readonly ProxyStep[]
  readonly origin: ProxyOrigin
  /** Why connections are direct although a proxy is named; null otherwise. */
  readonly problem: Message | null
}

/** The proxies of a connection for a window, with where they were named. */
export interface ProxyUse {
  readonly text: Message
  /** The names of the proxies in use, in their order. */
  readonly proxies: readonly string[]
}

/** A step that failed is tried after the others for so long. */
const FAILED_MS = 5 * 60_000
const HTTPS_PORT = 443
/** No connection waits longer for the system's setting or for a script. */
const RESOLVE_LIMIT_MS = 5_000

const DIRECT: readonly ProxyStep[] = [DIRECT_CONNECTION]
const NO_PROXY: Resolution = { steps: DIRECT, origin: { kind: 'none' }, problem: null }

/** Resolves with null when a promise takes too long. */
function inTime<T>(work: Promise<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), RESOLVE_LIMIT_MS)
    const end = (value: T | null): void => {
      clearTimeout(timer)
      resolve(value)
    }
    // A setting that cannot be read names no proxy.
    work.then(end, () => end(null))
  })
}

/**
 * Chooses the ways of each new connection by a profile's setting: the proxy of the environment, the
 * system's, a script's, or the one that the person entered. They are resolved again for each
 * connection, because settings and networks change. No connection to this computer has one.
 */
export class ProxyChooser {
  readonly #setting: ProxySetting
  readonly #sources: ProxySources
  /** When a step failed last, by its name. */
  readonly #failedAt = new Map<string, number>()
  readonly proxyFor: ProxyFor

  constructor(setting: ProxySetting, sources: ProxySources) {
    this.#setting = setting
    this.#sources = sources
    this.proxyFor = Object.assign(
      (host: string, port: number) => {
        const resolution = this.#resolve(host, port)
        if ('then' in resolution) return resolution.then((later) => this.#prepare(later.steps))
        return resolution.steps.every((step) => step === DIRECT_CONNECTION)
          ? resolution.steps
          : this.#prepare(resolution.steps)
      },
      { onStep: (step: ProxyStep, isOpen: boolean) => this.#record(step, isOpen) },
    )
  }

  /** Says which proxies the connections to a host use, and who named them. */
  async describe(host: string): Promise<ProxyUse> {
    const { steps, origin, problem } = await this.#resolve(host, HTTPS_PORT)
    const proxies = steps.flatMap((step) => (step === DIRECT_CONNECTION ? [] : [proxyName(step)]))
    if (problem !== null) return { text: problem, proxies }
    const addresses = steps.map((step) => (step === DIRECT_CONNECTION ? '' : proxyName(step)))
    return { text: wayText(addresses, origin), proxies }
  }

  #resolve(host: string, port: number): Resolution | Promise<Resolution> {
    const setting = this.#setting
    if (setting.kind === 'none' || isLoopback(host)) return NO_PROXY
    if (setting.kind === 'address') {
      const proxy = parseProxy(setting.address)
      return namedProxy(proxy, { kind: 'chosen' })
    }
    if (setting.kind === 'script') return this.#byScript(setting.address, host, port, false)
    const named = environmentProxy(this.#sources.environment)
    if (named === null) return this.#bySystem(host, port)
    const { variable, address, isException } = named
    return isException(host, port)
      ? { ...NO_PROXY, origin: { kind: 'variable', variable } }
      : namedProxy(address, { kind: 'variable', variable })
  }

  async #bySystem(host: string, port: number): Promise<Resolution> {
    const { system } = this.#sources
    const address = await inTime(system.scriptAddress())
    if (address !== null) return this.#byScript(address, host, port, true)
    const list = await inTime(system.resolve(urlOf(host, port)))
    const steps = parseProxyList(list ?? '')
    const isNamed = steps.some((step) => step !== DIRECT_CONNECTION)
    return isNamed
      ? { steps, origin: { kind: 'system' }, problem: null }
      : { ...NO_PROXY, origin: { kind: 'nothing' } }
  }

  async #byScript(
    address: string,
    host: string,
    port: number,
    isSystem: boolean,
  ): Promise<Resolution> {
    const origin: ProxyOrigin = { kind: 'script', address, isSystem }
    const script = await this.#sources.scripts.load(address)
    if (script === null) {
      const problem = message('connection.proxyScriptMissing', { address })
      return { steps: DIRECT, origin, problem }
    }
    const list = await inTime(this.#sources.system.evaluate(script, urlOf(host, port)))
    const steps = parseProxyList(list ?? '')
    return steps.length === 0
      ? { steps: DIRECT, origin, problem: message('connection.proxyScriptWrong', { address }) }
      : { steps, origin, problem: null }
  }

  /** Adds the entered credentials, and puts the steps that failed lately behind the others. */
  async #prepare(steps: readonly ProxyStep[]): Promise<readonly ProxyStep[]> {
    const prepared = await Promise.all(steps.map((step) => this.#withCredentials(step)))
    const isFailed = (step: ProxyStep): boolean => this.#isFailed(step)
    return [
      ...prepared.filter((step) => !isFailed(step)),
      ...prepared.filter((step) => isFailed(step)),
    ]
  }

  async #withCredentials(step: ProxyStep): Promise<ProxyStep> {
    if (step === DIRECT_CONNECTION || step.credentials !== null) return step
    return { ...step, credentials: await this.#sources.credentials(proxyName(step)) }
  }

  #isFailed(step: ProxyStep): boolean {
    const failedAt = this.#failedAt.get(stepName(step))
    return failedAt !== undefined && this.#sources.monotonicMs() - failedAt < FAILED_MS
  }

  #record(step: ProxyStep, isOpen: boolean): void {
    if (isOpen) this.#failedAt.delete(stepName(step))
    else this.#failedAt.set(stepName(step), this.#sources.monotonicMs())
  }
}

const stepName = (step: ProxyStep): string =>
  step === DIRECT_CONNECTION ? 'direct' : proxyName(step)

const urlOf = (host: string, port: number): string =>
  `https://${host.includes(':') ? `[${host}]` : host}:${port}/`

/** A named proxy, or a direct connection where its kind cannot be used. */
const namedProxy = (proxy: ProxyAddress | null, origin: ProxyOrigin): Resolution =>
  proxy === null
    ? { steps: DIRECT, origin, problem: message('connection.proxyUnusable') }
    : { steps: [proxy], origin, problem: null }

function wayText(addresses: readonly string[], origin: ProxyOrigin): Message {
  switch (origin.kind) {
    case 'none':
      return message('connection.proxyNone')
    case 'nothing':
      return message('connection.proxyNothing')
    case 'chosen':
      return message('connection.proxyChosen', { addresses: addresses })
    case 'system':
      return message('connection.proxySystem', { addresses: addresses })
    case 'variable':
      return message('connection.proxyNamed', {
        addresses: addresses,
        variable: origin.variable,
      })
    case 'script':
      return message('connection.proxyScript', {
        addresses: addresses,
        script: origin.address,
        isSystem: origin.isSystem,
      })
  }
}
