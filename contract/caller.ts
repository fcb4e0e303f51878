/**
 * The address of whoever opened a page, with the signature of the server that worked it out: `<address> <signature>`.
 * The server of the pages sends it with its calls to the API, so that limits count the visitor. Without a valid
 * signature it is ignored.
 */
export const callerAddressHeader = 'x-openspot-caller'
