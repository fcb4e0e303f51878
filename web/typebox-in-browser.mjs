/** Stands for a schema, and for each part of one. */
export const inert = new Proxy({}, { get: (_, name) => (typeof name === 'symbol' ? undefined : inert) })

/** What browsers get instead of the library that builds schemas (see `contract-loader.mjs`): nothing in a page reads a schema. */
export const Type = new Proxy({}, { get: () => () => inert })
