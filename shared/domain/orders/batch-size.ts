/** The most orders of a basket: more cannot be reviewed at a glance. */
export const MAX_BASKET = 20
/** The most orders that one press cancels; their names stay far below the size of a request. */
export const MAX_CANCELS = 4_000
