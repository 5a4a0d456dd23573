/** A picture that the bundler writes into the code as a `data:` address. */
declare module '*.png?inline' {
  const address: string
  export default address
}
