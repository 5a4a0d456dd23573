import { leafHash, nodeHash } from '../../../shared/receipt/check-receipt.mjs'
import type { ReceiptCrypto } from '../../../shared/receipt/receipt.js'

/** A leaf whose proof is collected while the tree grows. */
export interface ProvenLeaf {
  /** The siblings on the way to the root, the nearest first. */
  readonly proof: string[]
}

/** A complete subtree, and the leaves in it that are to be proved. */
interface Subtree {
  readonly size: number
  readonly hash: string
  readonly proven: readonly ProvenLeaf[]
}

/**
 * The Merkle tree over the hashes of the audit log's records, as in RFC 6962. It holds one subtree
 * per power of two, so a log of any length is proved in one pass.
 */
export class MerkleLog {
  readonly #sha256: ReceiptCrypto['sha256']
  readonly #subtrees: Subtree[] = []
  #count = 0

  constructor(sha256: ReceiptCrypto['sha256']) {
    this.#sha256 = sha256
  }

  /** The number of records. */
  get count(): number {
    return this.#count
  }

  /** Adds the hash of the next record, and returns its leaf when it is to be proved. */
  add(hash: string, isProven: boolean): ProvenLeaf | null {
    const leaf: ProvenLeaf | null = isProven ? { proof: [] } : null
    let subtree: Subtree = {
      size: 1,
      hash: leafHash(this.#sha256, hash),
      proven: leaf === null ? [] : [leaf],
    }
    for (
      let last = this.#subtrees.at(-1);
      last?.size === subtree.size;
      last = this.#subtrees.at(-1)
    ) {
      this.#subtrees.pop()
      subtree = this.#join(last, subtree)
    }
    this.#subtrees.push(subtree)
    this.#count += 1
    return leaf
  }

  /** Completes the proofs, and returns the root. Nothing can be added after it. */
  root(): string {
    const [last, ...larger] = this.#subtrees.toReversed()
    if (last === undefined) return this.#sha256(new Uint8Array())
    return larger.reduce((right, left) => this.#join(left, right), last).hash
  }

  #join(left: Subtree, right: Subtree): Subtree {
    for (const { proof } of left.proven) proof.push(right.hash)
    for (const { proof } of right.proven) proof.push(left.hash)
    return {
      size: left.size + right.size,
      hash: nodeHash(this.#sha256, left.hash, right.hash),
      proven: [...left.proven, ...right.proven],
    }
  }
}
