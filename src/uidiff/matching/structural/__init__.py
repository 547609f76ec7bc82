"""The structural matcher: who is who without ids, from what elements say and where they hang."""
