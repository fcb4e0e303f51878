/**
 * Header with the visitor's address and a signature by the server that determined it: `<address> <signature>`. The web
 * server sends it with its API calls, so that rate limits count the visitor. It is ignored without a valid signature.
 */
export const callerAddressHeader = 'x-openspot-caller'
