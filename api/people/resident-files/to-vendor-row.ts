export const toVendorRow = (..._: unknown[]): never => {
  throw new Error()
}
