import { ok, type Result } from '../../../shared/domain/result.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import { canonical, checkReceipt, signedText } from '../../../shared/receipt/check-receipt.mjs'
import type { ReceiptCrypto } from '../../../shared/receipt/receipt.js'
import type { CryptoPort } from '../net-ports.js'
import type { ClockPort, FileError, VaultPort } from '../ports.js'
import { ReceiptRecords, type RecordReceiver } from './receipt.js'

const KEY_NAME = 'receipt-key'

/** Returns what a check of a receipt computes with. */
export const receiptCrypto = ({
  digestHex,
  ed25519,
}: Pick<CryptoPort, 'digestHex' | 'ed25519'>): ReceiptCrypto => ({
  sha256: (content) =>
    digestHex('sha256', typeof content === 'string' ? new TextEncoder().encode(content) : content),
  verify: ed25519.verify,
})

export interface ReceiptMakerDeps {
  readonly vault: VaultPort
  readonly crypto: Pick<CryptoPort, 'digestHex' | 'ed25519'>
  readonly clock: Pick<ClockPort, 'now'>
  readonly environment: string
}

/**
 * Makes the receipts of one environment, and holds the key that signs them. The key is made when it
 * is first wanted and never leaves the key store.
 */
export class ReceiptMaker {
  readonly #deps: ReceiptMakerDeps
  /** Two calls at once must not make two keys. */
  readonly #keyReads = createSerialQueue()

  constructor(deps: ReceiptMakerDeps) {
    this.#deps = deps
  }

  /** Returns the raw public key in base64. */
  async publicKey(): Promise<Result<string, FileError>> {
    const key = await this.#key()
    return key.ok ? ok(this.#deps.crypto.ed25519.publicKeyOf(key.value)) : key
  }

  /**
   * Makes the receipt of an instruction from all records of the log. Null while it would not hold,
   * because the request has no decision or outcome yet.
   */
  async make(
    instruction: string,
    addAllTo: (receiver: RecordReceiver) => Promise<void>,
  ): Promise<Result<string | null, FileError>> {
    const { clock, crypto, environment } = this.#deps
    const key = await this.#key()
    if (!key.ok) return key
    const checks = receiptCrypto(crypto)
    const collected = new ReceiptRecords(checks.sha256, instruction)
    await addAllTo(collected)
    const publicKey = crypto.ed25519.publicKeyOf(key.value)
    const receipt = collected.receipt({ environment, madeAt: clock.now(), publicKey })
    if (receipt === null) return ok(null)
    const signature = crypto.ed25519.sign(key.value, signedText(receipt))
    const text = `${canonical({ ...receipt, signature })}\n`
    return ok(checkReceipt(text, checks).problem === null ? text : null)
  }

  #key(): Promise<Result<string, FileError>> {
    return this.#keyReads.run(() => this.#readKey())
  }

  async #readKey(): Promise<Result<string, FileError>> {
    const { vault, crypto } = this.#deps
    const held = await vault.read(KEY_NAME)
    if (!held.ok) return held
    if (held.value !== null) return ok(held.value)
    const made = crypto.ed25519.create()
    const written = await vault.write(KEY_NAME, made)
    return written.ok ? ok(made) : written
  }
}
