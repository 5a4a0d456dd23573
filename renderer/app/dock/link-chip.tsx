import { Pin } from 'lucide-react'
import { LINK_GROUPS, type LinkGroup } from '../../stores/selection.js'

/** A link group as a color with its number; a pin for a panel that follows none. */
export function LinkChip({ group }: { readonly group: LinkGroup | null }) {
  return group === null ? (
    <span className="link-chip" data-link="none">
      <Pin size={9} aria-hidden />
    </span>
  ) : (
    <span
      className="link-chip tnum"
      data-link={group}
      data-number={LINK_GROUPS.indexOf(group) + 1}
    />
  )
}
