import { performance } from 'node:perf_hooks'
import { ProxyChooser, type SystemProxyPort } from '../../adapters/connections/proxy-chooser.js'
import { createScriptSource, type ScriptSource } from '../../adapters/connections/proxy-script.js'
import { ProxyCredentials } from '../../core/profiles/proxy-credentials.js'
import type { VaultPort } from '../../core/ports.js'
import { AUTOMATIC_PROXY, type Profile } from '../../../shared/domain/app/profile.schema.js'

const monotonicMs = (): number => performance.now()

/** Makes what chooses the proxies of connections, from the program's environment and its system. */
export class ConnectionProxies {
  readonly #system: SystemProxyPort
  readonly #hide: (secret: string) => void
  readonly #scripts: ScriptSource = createScriptSource(monotonicMs)

  /** `hide` keeps a secret out of every log. */
  constructor(system: SystemProxyPort, hide: (secret: string) => void) {
    this.#system = system
    this.#hide = hide
  }

  /** Returns the chooser of a profile, with the credentials in its vault. */
  ofProfile({ proxy }: Pick<Profile, 'proxy'>, vault: VaultPort): ProxyChooser {
    const credentials = new ProxyCredentials(vault)
    return this.#create(proxy ?? AUTOMATIC_PROXY, async (name) => {
      const entered = await credentials.load(name)
      if (entered === null) return null
      this.#hide(entered.password)
      return `${entered.user}:${entered.password}`
    })
  }

  /** Returns the chooser of connections that belong to no profile, which has no credentials. */
  ofProgram(): ProxyChooser {
    return this.#create(AUTOMATIC_PROXY, () => Promise.resolve(null))
  }

  /** The network changed: scripts are loaded again. */
  forgetScripts(): void {
    this.#scripts.forget()
  }

  #create(
    setting: NonNullable<Profile['proxy']>,
    credentials: (name: string) => Promise<string | null>,
  ): ProxyChooser {
    const system = this.#system
    const scripts = this.#scripts
    return new ProxyChooser(setting, {
      ...{ environment: process.env, system, scripts, credentials, monotonicMs },
    })
  }
}
