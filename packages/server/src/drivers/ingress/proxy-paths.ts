// Where the files and sockets of the proxy are in its container.

export const home = '/run/levelrail-ingress'
export const masterSocket = `${home}/master.sock`
/** Leads to the process that is current when it is opened, and to that one until it is closed. */
export const workerSocket = `${home}/worker.sock`
