import type { CSSProperties } from 'react'
import type { ShownColumn } from './column.js'

/** Returns the class of a cell or of a head cell. */
export const cellClass = (
  base: 'grid-cell' | 'grid-headcell',
  column: Pick<
    ShownColumn<never>,
    'number' | 'overlay' | 'end' | 'left' | 'edge' | 'live' | 'narrow'
  >,
  columnClass = '',
): string =>
  [
    base,
    column.number === true ? 'num' : '',
    column.overlay === true ? (base === 'grid-cell' ? 'overlay' : 'sr-only') : '',
    column.end === true ? 'end' : '',
    column.left === undefined ? '' : 'pinned',
    column.edge === true ? 'edge' : '',
    column.live === true && column.narrow !== true ? 'live' : '',
    columnClass,
  ]
    .filter((name) => name !== '')
    .join(' ')

/** Returns where a pinned cell stays; undefined for others. */
export const pinStyle = ({ left }: Pick<ShownColumn<never>, 'left'>): CSSProperties | undefined =>
  left === undefined ? undefined : { left }
