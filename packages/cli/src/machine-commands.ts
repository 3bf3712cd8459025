// Commands that act on this machine instead of through the API. The launcher hands them to the server
// package; they are listed here for help and completion.

export const machineCommands = [
  { name: 'up', summary: 'Start the control plane in a container on this machine' },
  { name: 'down', summary: 'Stop it again' },
  { name: 'server', summary: 'Run the control plane in the foreground' },
  { name: 'images build', summary: 'Build the images of the platform' },
  { name: 'images list', summary: 'List the images of the platform' },
  { name: 'recover-admin', summary: 'Let a locked-out admin back in' },
] as const
