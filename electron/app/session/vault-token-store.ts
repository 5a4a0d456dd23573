import type { VaultPort } from '../../core/ports.js'
import type { TokenStore } from '../../provider/auth/app-tokens.js'

export const APP_TOKEN = 'app-token'

/**
 * Stores the 2FA token in the vault. A token that cannot be stored is requested again at the next
 * start.
 */
export const vaultTokens = (vault: VaultPort): TokenStore => ({
  async load() {
    const found = await vault.read(APP_TOKEN)
    return found.ok ? found.value : null
  },
  async save(token) {
    await (token === null ? vault.remove(APP_TOKEN) : vault.write(APP_TOKEN, token))
  },
})
