import {
  ProxyChooser,
  type ProxySources,
  type SystemProxyPort,
} from '../../../electron/adapters/connections/proxy-chooser.js'
import type { ProxyFor } from '../../../electron/adapters/connections/proxy.js'
import { createScriptSource } from '../../../electron/adapters/connections/proxy-script.js'
import type { ProxySetting } from '../../../shared/domain/app/profile.schema.js'

/** A computer whose own setting names no proxy. */
export const NO_SYSTEM_PROXY: SystemProxyPort = {
  resolve: () => Promise.resolve('DIRECT'),
  scriptAddress: () => Promise.resolve(null),
  evaluate: () => Promise.resolve(''),
}

const AUTOMATIC: ProxySetting = { kind: 'automatic' }

/** Makes a chooser; without `parts`, on a computer without a proxy. */
export const chooser = (
  setting: ProxySetting = AUTOMATIC,
  parts: Partial<ProxySources> = {},
): ProxyChooser =>
  new ProxyChooser(setting, {
    environment: {},
    system: NO_SYSTEM_PROXY,
    scripts: createScriptSource(() => performance.now()),
    credentials: () => Promise.resolve(null),
    monotonicMs: () => performance.now(),
    ...parts,
  })

/** Returns what the ports of connections use. */
export const proxiesBy = (setting: ProxySetting, environment: NodeJS.ProcessEnv = {}): ProxyFor =>
  chooser(setting, { environment }).proxyFor
