/** An image that the bundler inlines as a `data:` URL. */
declare module '*.png?inline' {
  const address: string
  export default address
}
