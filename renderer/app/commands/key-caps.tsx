import { keyCaps } from './keys.js'
import { isMac } from './platform.js'

/** The keys of a shortcut. */
export function Keys({ chord }: { readonly chord: string }) {
  return (
    <span className="keys" aria-label={keyCaps(chord, isMac).join(' ')} role="img">
      {keyCaps(chord, isMac).map((cap) => (
        <kbd key={cap} aria-hidden>
          {cap}
        </kbd>
      ))}
    </span>
  )
}
