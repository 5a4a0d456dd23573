/** What went wrong, whether an order may exist, and what to do. */
export const errors = {
  /** Words of the broker or of the system that nobody here can translate. */
  foreign: ({ text }: { readonly text: string }) => text,
} as const
