await import('../packages/cli/bin/mailroom.js');
