"""The pictures: cloth, paper, cards, chips and signs, drawn by ourselves and kept in caches."""
