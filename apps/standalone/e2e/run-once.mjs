/**
 * The e2e suites that run in only one form, and why. Every other one can run twice: against `standalone`, and against two
 * replicas of each app over NATS.
 */
export const runOnce = {
  standalone: {
    backup: 'is about the data directory of standalone, and the command beside it',
    'billing-kill': 'kills the process of standalone, whose development chain and first billing call it is about',
    demo: 'begins with npm start, which the demos do themselves',
    'database-restart': 'stops the Postgres that standalone brings',
    kill: 'kills the process of standalone, whose data directory and first start it is about',
    metrics: 'adds up what one process counts; each process of the other form has its own /metrics',
    'metrics-plans': 'is about the plans of statements, which are the same in both forms',
    'named-mailbox': 'is about the plans of statements, which are the same in both forms',
    ops: 'is about the command beside a data directory; on a database it is the same in both forms',
    move: 'moves the data directory of standalone to the separate apps',
    process: 'is about the process of npm start: its signals, its first line and its last',
    'proxy-protocol':
      'connects as a balancer does; the other form has a balancer of its own, which speaks no such protocol',
    readme: 'is the README, which begins with npm start',
    s3: 'starts the process of standalone, for its messages; blobs are the same in both forms',
    'steady-rate': 'measures how soon webhooks come, which several processes on one machine delay',
    'young-garbage': 'is about the memory of the process of npm start',
    'web-broken-line': 'is about what a page does when a call of it fails',
    'web-encrypted': 'is about what the browser does with keys; the calls behind it have suites that run in both forms',
    'web-files': 'is about what a page does with files that are dropped onto it',
    'web-habits': 'is about what a page does where people press twice, go back or look closer',
    'web-hostile-mail': 'is about what the browser does with a message that the page already has',
    'web-hostile-words': 'is about what a page shows of the words of a message that it already has',
    'web-keys': 'is about what the keyboard does in a page',
    'web-many': 'is about what a page shows of more than one answer of the API holds',
    'web-phone': 'is about what a page does on a phone',
    'web-story': 'is the story of somebody who was given the URL that npm start prints',
    'web-two-places': 'is about what a page shows of what somebody does elsewhere meanwhile',
    'web-undo': 'is about what a page offers after something was done',
    'web-words': 'is about what a page says of what it already has',
    'wallet-kill': 'kills the process of standalone, in which a new wallet gets all that it has',
  },
  separate: {
    canaries: 'starts the apps itself, with a hostile neighbour for each',
    'nats-tls': 'starts an app of its own beside a NATS server with TLS',
    'postgres-tls': 'starts an app of its own beside a Postgres with TLS',
    replicas: 'is about two replicas of an app',
    'rolling-restart': 'restarts the processes of the apps, one after the other',
    scaling: 'is about what the API tells whoever scales the other apps',
    'separate-apps': 'kills and wipes the NATS server, and stops the apps',
    tracing: 'starts the apps itself, beside a collector of traces',
  },
};
