import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** An entry of a menu. */
export interface MenuItem {
  readonly id: string
  readonly label: string
  readonly icon?: LucideIcon
  readonly disabled?: boolean
  /** The menu stays open, for entries that are pressed several times. */
  readonly stays?: boolean
  /** The keys that do the same, as they are printed. */
  readonly keys?: ReactNode
  /** Whether this is the chosen one of its group, of which one is chosen. */
  readonly checked?: boolean
  /** What stands at the end of the entry, such as the environment of a profile. */
  readonly note?: ReactNode
  /** The menu beside this one that the entry opens. */
  readonly items?: readonly MenuGroup[]
  readonly run: () => void
}

/** Entries that belong together; groups are separated by lines. */
export type MenuGroup = readonly MenuItem[]
