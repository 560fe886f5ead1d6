"""What scripts/test does once everything is built."""
