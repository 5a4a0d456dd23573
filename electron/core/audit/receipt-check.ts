import type { ReceiptCheck, ReceiptPublicKey } from '../../../shared/domain/instructions/audit.js'
import { epochMs } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import { checkReceipt, decisionOf } from '../../../shared/receipt/check-receipt.mjs'
import type { Receipt } from '../../../shared/receipt/receipt.js'
import type { CryptoPort } from '../net-ports.js'
import { receiptCrypto } from './receipt-maker.js'

type CheckCrypto = Pick<CryptoPort, 'digestHex' | 'ed25519'>

/** Returns a public key with its fingerprint. */
export const receiptPublicKey = (
  key: string,
  { ed25519 }: Pick<CryptoPort, 'ed25519'>,
): ReceiptPublicKey => ({ key, fingerprint: ed25519.fingerprint(key) })

/**
 * Checks the text of a receipt. `ownKeys` are this computer's public keys by environment, so that
 * a receipt signed by another one is recognized.
 */
export function checkReceiptText(
  text: string,
  crypto: CheckCrypto,
  ownKeys: ReadonlyMap<string, string>,
): ReceiptCheck {
  const { receipt, problem } = checkReceipt(text, receiptCrypto(crypto))
  if (problem !== null) {
    return { problem: message('audit.receiptProblem', { problem }), receipt: null }
  }
  return { problem, receipt: described(receipt, crypto, ownKeys) }
}

const described = (
  receipt: Receipt,
  crypto: CheckCrypto,
  ownKeys: ReadonlyMap<string, string>,
): NonNullable<ReceiptCheck['receipt']> => ({
  environment: receipt.environment,
  instruction: receipt.instruction,
  madeAt: epochMs(receipt.madeAt),
  fingerprint: receiptPublicKey(receipt.publicKey, crypto).fingerprint,
  isOwn: ownKeys.get(receipt.environment) === receipt.publicKey,
  decision: decisionOf(receipt),
  records: receipt.records.map(({ record }) => ({
    at: epochMs(record.at),
    kind: record.kind,
    line: record.line,
  })),
})
