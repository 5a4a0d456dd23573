/** Returns the standard normal density. */
export const density = (x: number): number => Math.exp(-0.5 * x * x) / 2.5066282746310002

/**
 * Returns the standard normal distribution by Graeme West's form of Hart's algorithm 5666, correct
 * to about 1e-15 everywhere.
 */
export function distribution(x: number): number {
  const size = Math.abs(x)
  if (size > 37) return x > 0 ? 1 : 0
  const exponential = Math.exp(-0.5 * size * size)
  let upper: number
  if (size < 7.07106781186547) {
    const above =
      (((((3.52624965998911e-2 * size + 0.700383064443688) * size + 6.37396220353165) * size +
        33.912866078383) *
        size +
        112.079291497871) *
        size +
        221.213596169931) *
        size +
      220.206867912376
    const below =
      ((((((8.83883476483184e-2 * size + 1.75566716318264) * size + 16.064177579207) * size +
        86.7807322029461) *
        size +
        296.564248779674) *
        size +
        637.333633378831) *
        size +
        793.826512519948) *
        size +
      440.413735824752
    upper = (exponential * above) / below
  } else {
    upper =
      exponential /
      (size + 1 / (size + 2 / (size + 3 / (size + 4 / (size + 0.65))))) /
      2.506628274631
  }
  return x > 0 ? 1 - upper : upper
}
